import { buffer } from 'node:stream/consumers'
import type { CallContext } from '#server/backend/context/backend-context.ts'
import { studyFolder } from '#server/backend/upload/upload-store.ts'
import { PublishStatus } from '#shared/contract/enums.ts'
import { tagOf, tagOfAll } from '#shared/rules/page-tags.ts'
import { studyFilePath, uploadTypeOf } from '#shared/rules/upload-rules.ts'
import {
  deleteWallDraft,
  findForWall,
  findWallWork,
  hideWallWork,
  insertWallWork,
  type WallHomework,
  type WallMedia,
} from './wall-store.ts'

async function measure(ctx: CallContext, url: string): Promise<{ width: number; height: number } | undefined> {
  const { default: sharp } = await import('sharp')
  const key = `${studyFolder}${url.slice(studyFilePath.length + 1)}`
  try {
    const { width, height, autoOrient } = await sharp(await buffer(await ctx.storage.get(key))).metadata()
    return { width: autoOrient?.width ?? width, height: autoOrient?.height ?? height }
  } catch {
    // gone, or no picture after all
    return undefined
  }
}

/** What can be looked at or listened to on the wall; pictures with their size. */
async function readMedia(ctx: CallContext, { files }: WallHomework): Promise<WallMedia[]> {
  const media: WallMedia[] = []
  for (const { url, name } of files) {
    const type = uploadTypeOf(name)
    // recordings of the browser and archives aren't for the wall
    if (!type?.inline || type.studyOnly || type.kind === 'archive' || !url.startsWith(`${studyFilePath}/`)) continue
    const size = type.kind === 'image' ? await measure(ctx, url) : undefined
    if (type.kind === 'image' && !size) continue
    media.push({ kind: type.kind, url, width: size?.width ?? null, height: size?.height ?? null })
  }
  return media
}

/**
 * Lets the works wall follow a homework, in the call's transaction: excellent and agreed to, it is drafted for staff to publish; else the draft goes,
 * and what was published is hidden. Without a picture there is nothing to draft.
 */
export async function followWorksWall(ctx: CallContext, homeworkId: number): Promise<void> {
  const homework = await findForWall(ctx.db, homeworkId)
  const work = await findWallWork(ctx.db, homeworkId)
  if (homework && !work) {
    const media = await readMedia(ctx, homework)
    const cover = media.find(({ kind }) => kind === 'image')
    if (!cover || cover.width === null || cover.height === null) return
    const { width, height } = cover
    await insertWallWork(ctx.db, { homeworkId, homework }, { cover: { ...cover, width, height }, media })
  } else if (!homework && work?.status === PublishStatus.draft) await deleteWallDraft(ctx.db, work.id)
  else if (!homework && work?.status === PublishStatus.published) {
    await hideWallWork(ctx.db, work.id, new Date(ctx.clock.now()))
    ctx.purge([tagOfAll('works'), tagOf('college', work.college), tagOf('work', work.id)], 'hard')
  }
}
