#include "monitor.h"

/* On Linux libdispatch wakes up every second, for as long as the process lives, to see whether workers are blocked and
   others are needed. Only the workers of its pools that do not overcommit register for that (libdispatch's
   src/event/workqueue.c). Kiatsu's tasks run on those and do not block them for long: what waits for the network has a
   thread of its own. The store's serial queue does block, until the disk has written (fsync), but runs on overcommit
   workers, which the monitor does not watch. These two take the place of the whole monitor where libdispatch is linked
   statically, and are without effect where it is not. Tried with the libdispatch of Swift 6.3. */

void _dispatch_workq_worker_register(void *queue) { (void)queue; }
void _dispatch_workq_worker_unregister(void *queue) { (void)queue; }
