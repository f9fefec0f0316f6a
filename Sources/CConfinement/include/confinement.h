#ifndef KIATSU_CONFINEMENT_H
#define KIATSU_CONFINEMENT_H

/* A program that gives up for good what it does not need. Each returns 0, or the errno that says why not. */

/* No program that it might run has more rights than it, and no other one of the user may look into it. */
int confine_privileges(void);

/* Of the files only fonts, what they are configured by, and shared libraries may be read, and fontconfig's cache written
   to. What is open stays open. ENOSYS or EOPNOTSUPP where the kernel has no Landlock. */
int confine_files(void);

/* No sockets, no other programs or processes, nothing of the system's administration: such calls fail with EPERM. */
int confine_calls(void);

#endif
