import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { navigate } from '#client/browser/navigation.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { type DraftContent, readKeptDraft } from '#client/features/forum/draft-keeper.ts'
import { postHref, writeHref } from '#client/features/forum/forum-address.ts'
import { useAskBan } from '#client/features/forum/process-queries.ts'
import { tokenOf } from '#client/features/forum/send-token.ts'
import { useForumDraft } from '#client/features/forum/use-forum-draft.ts'
import { pictureObstacle, storedPictures, usePictures } from '#client/features/forum/use-pictures.ts'
import { draftsQuery, useAddPost, useUpdatePost } from '#client/features/forum/writing-queries.ts'
import { toast } from '#client/ui/toast-store.ts'
import type { CallOutput } from '#shared/contract/calls.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { PostStatus, SubmissionCode } from '#shared/contract/enums.ts'
import { postPictureCount, postTitleLength } from '#shared/contract/forum-lengths.ts'
import type { Plate } from '#shared/contract/post.ts'
import type { Draft } from '#shared/contract/post-writing.ts'
import { escapeHtml } from '#shared/rules/escape-html.ts'

export type OwnText = CallOutput<'GET /api/post/own-text'>

export interface PostFormProps {
  userId: number
  /** Those that take posts. */
  plates: readonly Plate[]
  /** Where a new post belongs; it may have been closed since the draft was begun. */
  plateId: number
  /** The post that is edited. */
  own: OwnText | undefined
  draft: Draft | null
}

interface FormError {
  field: 'title' | 'text' | 'plate'
  text: string
}

export const lengthOf = (text: string): number => [...text].length

/** What the form begins with: what this browser kept, else the draft, else the text that was sent last. */
function firstContent({ userId, own, draft }: PostFormProps, place: string): DraftContent {
  const first = readKeptDraft(userId, place) ?? draft
  if (first) return { title: first.title, content: first.content, pictures: first.pictures }
  return { title: own?.title ?? '', content: own?.content ?? '', pictures: [] }
}

const asHtml = ({ url, alt }: { url: string; alt: string }): string =>
  `<p><img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}"></p>`

const isEmpty = ({ title, content, pictures }: DraftContent): boolean =>
  title.trim() === '' && pictures.length === 0 && (content === '' || content === '<p></p>')

/** Title, text and pictures, kept as a draft as they change. */
function useContent(props: PostFormProps, place: string) {
  const { userId, draft } = props
  const [first] = useState(() => firstContent(props, place))
  const [title, setTitle] = useState(first.title)
  const text = useRef({ html: first.content, length: 1 })
  const [length, setLength] = useState(0)
  const pictures = usePictures(first.pictures, postPictureCount)
  const { state, keeper } = useForumDraft(userId, place, draft)
  const apply = useRef<(html: string) => void>(undefined)
  const content = (): DraftContent => ({ title, content: text.current.html, pictures: storedPictures(pictures.list) })
  const known = useRef(JSON.stringify(first))
  const keep = (): void => {
    const now = JSON.stringify(content())
    if (known.current === now) return
    known.current = now
    keeper.keep(content())
  }
  const stamp = JSON.stringify([title, storedPictures(pictures.list)])
  const lastStamp = useRef(stamp)
  if (lastStamp.current !== stamp) {
    lastStamp.current = stamp
    queueMicrotask(keep)
  }
  const takeTheirs = (): void => {
    const theirs = keeper.giveWay()
    if (!theirs) return
    setTitle(theirs.title)
    pictures.reset(theirs.pictures)
    text.current = { html: theirs.content, length: 1 }
    apply.current?.(theirs.content)
  }
  const changeText = (html: string, count: number): void => {
    text.current = { html, length: count }
    setLength(count)
    keep()
  }
  return { first, title, setTitle, length, changeText, pictures, state, keeper, apply, takeTheirs, content }
}

let wasChosen = false

/** Whether the form that opens now took the place of one whose plate was changed: its choice of plates has the focus then. */
export function takeChosen(): boolean {
  const was = wasChosen
  wasChosen = false
  return was
}

/** In which plate it will be: its draft goes with a new post; what was public once stays where it is. */
function usePlate(
  { plates, plateId, own }: PostFormProps,
  { pictures, content, keeper }: ReturnType<typeof useContent>,
) {
  const { api } = useApp()
  const queries = useQueryClient()
  const [chosen, setChosen] = useState(own?.categoryId ?? plateId)
  const isFixed = own?.status === PostStatus.published
  const isOpen = plates.some(({ id }) => id === chosen)
  const take = async (id: number): Promise<void> => {
    const text = content()
    if (!isEmpty(text)) {
      await api.call('POST /api/post/draft', {
        ...text,
        place: `plate/${id}`,
        pictures: [...text.pictures],
        version: 0,
      })
      await keeper.drop('thrown away')
      await queries.invalidateQueries({ queryKey: draftsQuery(api).queryKey })
    }
    wasChosen = true
    navigate(writeHref({ plate: id }), { replace: true })
  }
  const choose = (id: number): void => {
    if (own) return setChosen(id)
    if (pictures.list.some(({ state }) => state === 'sending')) return toast('图片传完再换版块', 'warn')
    take(id).catch((error: unknown) => {
      const isTaken = error instanceof ApiError && error.code === Code.Toast
      toast(isTaken ? '那个版块里有一份没写完的，先发出或丢掉它' : '没有换成，请再试一次', 'bad')
    })
  }
  return { chosen, isFixed, isOpen, choose }
}

/** What is sent, and what came of it. */
export function usePostForm(props: PostFormProps) {
  const { own, plateId } = props
  const place = own ? `post/${own.id}` : `plate/${plateId}`
  const form = useContent(props, place)
  const plate = usePlate(props, form)
  const { title, pictures, keeper } = form
  const [error, setError] = useState<FormError>()
  const [busy, setBusy] = useState(false)
  const add = useAddPost()
  const update = useUpdatePost()
  const askBan = useAskBan()

  const findError = (): FormError | undefined => {
    if (title.trim() === '') return { field: 'title', text: '给帖子起个标题' }
    if (lengthOf(title.trim()) > postTitleLength) return { field: 'title', text: `标题最多 ${postTitleLength} 个字` }
    if (!plate.isOpen && !plate.isFixed)
      return { field: 'plate', text: '原来的版块不收新帖子了，换一个版块再发；写好的都在' }
    const obstacle = pictureObstacle(pictures.list)
    if (obstacle) return { field: 'text', text: obstacle }
    return keeper.isContested() ? { field: 'text', text: '别的设备上有更新的草稿，先选用哪一份再发' } : undefined
  }
  const call = async () => {
    await keeper.flush()
    const { content, pictures: stored } = form.content()
    const html = content + stored.map(asHtml).join('')
    const sent = own
      ? await update({
          id: own.id,
          title,
          content: html,
          version: own.version,
          ...(plate.chosen === own.categoryId ? {} : { categoryId: plate.chosen }),
        })
      : await add({ title, content: html, categoryId: plateId, place, clientToken: tokenOf([place, title, html]) })
    await keeper.drop('sent')
    return sent
  }
  const send = async (): Promise<void> => {
    if (busy) return
    const found = findError()
    setError(found)
    if (found) return
    setBusy(true)
    try {
      const { id, submissionCode } = await call()
      toast(submissionCode === SubmissionCode.published ? '发布成功' : '提交成功，请等待审核...')
      navigate(postHref(id), { replace: true })
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError({ field: failure.message.includes('标题') ? 'title' : 'text', text: failure.message })
      toast(failure.message, 'bad')
      askBan()
    } finally {
      setBusy(false)
    }
  }
  return { ...form, plate, error, busy, send }
}
