import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { Draft } from '#shared/contract/post-writing.ts'
import {
  countDrafts,
  type DraftRow,
  type DraftText,
  endDraft,
  findDraft,
  findDraftHome,
  insertDraft,
  mostDrafts,
  replaceDraft,
} from './draft-store.ts'

export const showDraft = ({ savedAt, ...draft }: DraftRow): Draft => ({ ...draft, savedTime: savedAt.getTime() })

interface SentDraft extends Pick<DraftText, 'place' | 'title' | 'content' | 'pictures'> {
  readonly version: number
}

/** Which plate or post the name of a place means. */
function homeOf(place: string): { kind: string; plateId: number | undefined; postId: number | undefined } {
  const [kind = '', id] = place.split('/')
  return kind === 'plate'
    ? { kind, plateId: Number(id), postId: undefined }
    : { kind, plateId: undefined, postId: Number(id) }
}

async function checkHome(db: Database, userId: number, place: string): Promise<DraftText['plateId']> {
  const { kind, plateId, postId } = homeOf(place)
  const { exists, isAuthor } = await findDraftHome(db, { plateId, postId, userId })
  if (!exists || (kind === 'post' && !isAuthor)) throw new ApiError(Code.NotFound, '没有找到这份草稿的帖子或版块')
  return plateId ?? null
}

const isNothing = ({ title, content, pictures }: SentDraft): boolean =>
  title.trim() === '' && pictures.length === 0 && (content === '' || content === '<p></p>' || content.trim() === '')

/** Keeps a draft over the version that its writer has seen. Nothing at all drops it. */
export async function saveDraft(ctx: CallContext, { userId }: Session, sent: SentDraft): Promise<Draft | null> {
  const now = new Date(ctx.clock.now())
  const changed = async (): Promise<ApiError> =>
    (await findDraft(ctx.db, userId, sent.place))
      ? new ApiError(Code.Toast, '这份草稿在别的设备上改过了')
      : new ApiError(Code.Toast, '这份草稿已经发出或丢掉了')
  if (isNothing(sent)) {
    if (sent.version > 0 && !(await endDraft(ctx.db, userId, sent.place, sent.version))) {
      if (await findDraft(ctx.db, userId, sent.place)) throw await changed()
    }
    return null
  }
  const plateId = await checkHome(ctx.db, userId, sent.place)
  const { postId } = homeOf(sent.place)
  const text: DraftText = { ...sent, plateId, postId: postId ?? null }
  if (sent.version > 0) {
    const row = await replaceDraft(ctx.db, userId, text, { version: sent.version, now })
    if (!row) throw await changed()
    return showDraft(row)
  }
  if ((await countDrafts(ctx.db, userId)) >= mostDrafts)
    throw new ApiError(Code.Toast, `草稿最多存 ${mostDrafts} 份，先发出或丢掉几份`)
  const row = await insertDraft(ctx.db, userId, text, now)
  if (!row) throw await changed()
  return showDraft(row)
}
