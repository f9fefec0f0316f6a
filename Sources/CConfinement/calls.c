#define _GNU_SOURCE
#include "confinement.h"
#include "sanitizers.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int confine_privileges(void) {
    if (IS_SANITIZED) return ENOTSUP;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 ? 0 : errno;
}

#if defined(__x86_64__)
#define NATIVE AUDIT_ARCH_X86_64
/* From here on numbers are those of x32. */
#define FIRST_FOREIGN 0x40000000u
#elif defined(__aarch64__) && defined(AUDIT_ARCH_AARCH64)
#define NATIVE AUDIT_ARCH_AARCH64
#elif defined(__riscv) && __riscv_xlen == 64 && defined(AUDIT_ARCH_RISCV64)
#define NATIVE AUDIT_ARCH_RISCV64
#endif

#ifdef NATIVE

/* A list of what is refused and not of what is allowed: what fonts and their libraries call differs from release to
   release, and a call that nobody thought of would be a picture that is not drawn. */
static const uint16_t refused[] = {
    /* Other machines and processes. */
    SYS_socket, SYS_socketpair, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4, SYS_sendto, SYS_sendmsg,
    SYS_sendmmsg, SYS_recvfrom, SYS_recvmsg, SYS_recvmmsg, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev,
    SYS_kcmp, SYS_kill, SYS_tkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo, SYS_execve, SYS_execveat,
#ifdef SYS_fork
    SYS_fork, SYS_vfork,
#endif
#ifdef SYS_pidfd_open
    SYS_pidfd_open,
#endif
#ifdef SYS_pidfd_send_signal
    SYS_pidfd_send_signal,
#endif
#ifdef SYS_pidfd_getfd
    SYS_pidfd_getfd,
#endif
#ifdef SYS_process_madvise
    SYS_process_madvise,
#endif
    SYS_shmget, SYS_shmat, SYS_msgget, SYS_semget, SYS_mq_open,
    /* Doors of the kernel that have been open too wide before. */
    SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, SYS_keyctl, SYS_add_key, SYS_request_key, SYS_personality,
    SYS_name_to_handle_at, SYS_open_by_handle_at, SYS_fanotify_init, SYS_io_setup,
#ifdef SYS_io_uring_setup
    SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register,
#endif
    /* Administration. */
    SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_unshare, SYS_setns, SYS_mknodat, SYS_swapon, SYS_swapoff,
    SYS_reboot, SYS_kexec_load, SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_acct, SYS_quotactl,
    SYS_syslog, SYS_sethostname, SYS_setdomainname, SYS_settimeofday, SYS_clock_settime, SYS_clock_adjtime,
    SYS_adjtimex, SYS_setuid, SYS_setgid, SYS_setreuid, SYS_setregid, SYS_setresuid, SYS_setresgid, SYS_setgroups,
    SYS_setfsuid, SYS_setfsgid, SYS_capset,
#ifdef SYS_kexec_file_load
    SYS_kexec_file_load,
#endif
#ifdef SYS_iopl
    SYS_iopl, SYS_ioperm,
#endif
#ifdef SYS_mknod
    SYS_mknod,
#endif
#ifdef SYS_open_tree
    SYS_open_tree, SYS_move_mount, SYS_fsopen, SYS_fsconfig, SYS_fsmount, SYS_fspick,
#endif
#ifdef SYS_mount_setattr
    SYS_mount_setattr,
#endif
};

enum { COUNT = sizeof refused / sizeof refused[0], MOST = 2 * COUNT + 32 };

/* The lower half of a call's argument. */
static uint32_t argument(int number) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return (uint32_t)(offsetof(struct seccomp_data, args) + 8 * (size_t)number);
#else
    return (uint32_t)(offsetof(struct seccomp_data, args) + 8 * (size_t)number + 4);
#endif
}

static struct sock_filter load(uint32_t offset) {
    struct sock_filter step = BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset);
    return step;
}

static struct sock_filter result(uint32_t value) {
    struct sock_filter step = BPF_STMT(BPF_RET | BPF_K, value);
    return step;
}

/* Skips so many steps where the comparison with what is loaded fails. */
static struct sock_filter unless(uint16_t comparison, uint32_t value, uint8_t skipped) {
    struct sock_filter step = BPF_JUMP((uint16_t)(BPF_JMP | comparison | BPF_K), value, 0, skipped);
    return step;
}

static uint16_t write_filter(struct sock_filter *step) {
    const struct sock_filter *first = step;
    const uint32_t refusal = SECCOMP_RET_ERRNO | EPERM, number = offsetof(struct seccomp_data, nr);
    *step++ = load(offsetof(struct seccomp_data, arch));
    *step++ = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, NATIVE, 1, 0);
    *step++ = result(SECCOMP_RET_KILL_PROCESS);
    *step++ = load(number);
#ifdef FIRST_FOREIGN
    *step++ = unless(BPF_JGE, FIRST_FOREIGN, 1);
    *step++ = result(refusal);
#endif
    for (size_t i = 0; i < COUNT; i++) {
        *step++ = unless(BPF_JEQ, refused[i], 1);
        *step++ = result(refusal);
    }
#ifdef SYS_clone3
    /* Its flags are in memory, which a filter does not see; the C library then takes clone. */
    *step++ = unless(BPF_JEQ, SYS_clone3, 1);
    *step++ = result(SECCOMP_RET_ERRNO | ENOSYS);
#endif
    /* Threads, but no processes. */
    *step++ = unless(BPF_JEQ, SYS_clone, 4);
    *step++ = load(argument(0));
    *step++ = unless(BPF_JSET, CLONE_THREAD, 1);
    *step++ = result(SECCOMP_RET_ALLOW);
    *step++ = result(refusal);
    /* Signals and limits for itself alone. */
    *step++ = unless(BPF_JEQ, SYS_tgkill, 4);
    *step++ = load(argument(0));
    *step++ = unless(BPF_JEQ, (uint32_t)getpid(), 1);
    *step++ = result(SECCOMP_RET_ALLOW);
    *step++ = result(refusal);
    *step++ = unless(BPF_JEQ, SYS_prlimit64, 4);
    *step++ = load(argument(0));
    *step++ = unless(BPF_JEQ, 0, 1);
    *step++ = result(SECCOMP_RET_ALLOW);
    *step++ = result(refusal);
    *step++ = result(SECCOMP_RET_ALLOW);
    return (uint16_t)(step - first);
}

int confine_calls(void) {
    struct sock_filter steps[MOST];
    struct sock_fprog program = {write_filter(steps), steps};
    if (IS_SANITIZED) return ENOTSUP;
    /* All threads; where a service's own filter refuses this call, the calling one by the older call. */
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0) return 0;
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0 ? 0 : errno;
}

#else

int confine_calls(void) { return ENOTSUP; }

#endif
