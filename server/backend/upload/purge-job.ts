import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { Job } from '#server/backend/context/jobs.ts'
import { incomingFolder } from './receive-file.ts'
import { keepPending, purgePending } from './upload-store.ts'

const keepMs = 24 * 3_600_000
const most = 200

/** What a crash left of files that were just coming. */
async function removeRemains(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtimeMs < before) await rm(path, { force: true })
  }
}

/**
 * Forgets uploads that were announced a day ago and never came, and copies that nobody is to see any more; answers how many. What can't be removed
 * now is tried again the next time. May run in several processes at once.
 */
export async function purgeUploads(
  ctx: Pick<BackendContext, 'clock' | 'config' | 'db' | 'log' | 'storage'>,
): Promise<number> {
  const before = ctx.clock.now() - keepMs
  const keys = await purgePending(ctx.db, new Date(before), most)
  for (const key of keys) {
    try {
      await ctx.storage.dropSent(key)
      // It was put to its place, but the note of that was lost; or it was shown there.
      await ctx.storage.remove(key)
    } catch (error) {
      ctx.log.error({ err: error }, 'a file could not be removed')
      await keepPending(ctx.db, key)
    }
  }
  await removeRemains(incomingFolder(ctx.config.dataDir), before)
  return keys.length
}

/** Forgets them every ten minutes. */
export const purgeUploadsJob: Job = { name: 'uploads.purge', cron: '*/10 * * * *', run: purgeUploads }
