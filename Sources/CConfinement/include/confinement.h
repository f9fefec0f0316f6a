#ifndef KIATSU_CONFINEMENT_H
#define KIATSU_CONFINEMENT_H

/* A program that gives up for good what it does not need. Each returns 0, or the errno that says why not. */

/* Programs that it starts get no further rights, and the user's other programs cannot inspect it. */
int confine_privileges(void);

/* Only fonts, their configuration and shared libraries may be read, and only fontconfig's cache written. Open files
   stay open. Returns ENOSYS or EOPNOTSUPP if the kernel has no Landlock. */
int confine_files(void);

/* Calls for sockets, other programs or processes, and system administration fail with EPERM. */
int confine_calls(void);

#endif
