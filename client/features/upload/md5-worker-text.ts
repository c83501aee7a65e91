/** The built script of `md5-worker.ts`; the build puts it in here, as one file that a worker can be made of. */
export const md5WorkerText: string = ''
