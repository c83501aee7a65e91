import { buffer } from 'node:stream/consumers'
import { takeDownWork } from '#server/backend/content/work/take-down.ts'
import type { CallContext } from '#server/backend/context/backend-context.ts'
import { studyFolder } from '#server/backend/upload/upload-store.ts'
import { studyFilePath, uploadTypeOf } from '#shared/rules/upload-rules.ts'
import {
  deleteWallDraft,
  findForWall,
  findWallWork,
  insertWallWork,
  refillWallWork,
  type WallHomework,
  type WallMedia,
  type WallShow,
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

/** What a homework has to show; undefined without a picture, which a work needs. */
async function readShow(ctx: CallContext, homework: WallHomework): Promise<WallShow | undefined> {
  const media = await readMedia(ctx, homework)
  const cover = media.find(({ kind }) => kind === 'image')
  if (!cover || cover.width === null || cover.height === null) return undefined
  const { width, height } = cover
  return { homework, cover: { ...cover, width, height }, media }
}

/**
 * Lets the works wall follow a homework, in the call's transaction: excellent and agreed to, it is drafted for staff to publish; else the draft goes,
 * and what was published is taken down with its files. Without a picture there is nothing to draft.
 */
export async function followWorksWall(ctx: CallContext, homeworkId: number): Promise<void> {
  const homework = await findForWall(ctx.db, homeworkId)
  const work = await findWallWork(ctx.db, homeworkId)
  if (homework) {
    // one that is drafted or published stays as it is
    if (work && work.coverImg !== '') return
    const show = await readShow(ctx, homework)
    if (show && work) await refillWallWork(ctx.db, work.id, show, new Date(ctx.clock.now()))
    else if (show) await insertWallWork(ctx.db, homeworkId, show)
  } else if (work?.publishedAt) await takeDownWork(ctx, ctx.db, work.id)
  else if (work) await deleteWallDraft(ctx.db, work.id)
}
