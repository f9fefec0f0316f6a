#ifndef KIATSU_DISPATCH_MONITOR_H
#define KIATSU_DISPATCH_MONITOR_H
/* Nothing to call: see monitor.c. */
#endif
