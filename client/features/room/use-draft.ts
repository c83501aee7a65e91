import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { atQuery, calledIds, withName } from '#client/features/room/at-names.ts'
import { useChat, useRoom } from '#client/features/room/room-context.ts'
import { type Member, useMembers } from '#client/features/room/use-members.ts'

/** So many characters a message may have. */
export const most = 300
const mostChoices = 6

/** What is being written in a room. */
export interface Draft {
  readonly text: string
  readonly length: number
  readonly tooLong: boolean
  /** What stands behind an @; undefined where nobody is being called. */
  readonly query: string | undefined
  readonly found: ReturnType<typeof useMembers>
  /** Whom it may mean, and which of them Enter takes. */
  readonly choices: readonly Member[]
  readonly choice: number
  readonly showsEmojis: boolean
  readonly area: RefObject<HTMLTextAreaElement | null>
  insert(piece: string): void
  pick(member: Member): void
  /** Begins an @. */
  call(): void
  choose(index: number): void
  toggleEmojis(): void
  change(value: string, cursor: number): void
  /** Closes what is open: names and emojis. */
  close(): void
  leave(): void
  send(): void
}

function useChoices(query: string | undefined): Pick<Draft, 'found' | 'choices'> {
  const meId = useChat((chat) => chat.me?.userId)
  const found = useMembers(query ?? '', query !== undefined)
  if (query === undefined) return { found, choices: [] }
  const others = found.members.filter(({ userId, nickname }) => userId !== meId && nickname.includes(query))
  return { found, choices: others.slice(0, mostChoices) }
}

/** The draft of this room; `isShut`: nothing can be said. */
export function useDraft(isShut: boolean): Draft {
  const { store } = useRoom()
  const [text, setText] = useState('')
  const [query, setQuery] = useState<string>()
  const [active, setActive] = useState(0)
  const [showsEmojis, setShowsEmojis] = useState(false)
  const picked = useRef<Member[]>([])
  const area = useRef<HTMLTextAreaElement>(null)
  const { found, choices } = useChoices(query)
  const length = [...text].length
  const tooLong = length > most

  function put(next: { text: string; cursor: number }): void {
    setText(next.text)
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(next.cursor, next.cursor)
    })
  }
  function insert(piece: string): void {
    const cursor = area.current?.selectionStart ?? text.length
    put({ text: text.slice(0, cursor) + piece + text.slice(cursor), cursor: cursor + piece.length })
  }
  function close(): void {
    setQuery(undefined)
    setShowsEmojis(false)
  }
  const state = { text, length, tooLong, query, found, choices, choice: Math.min(active, choices.length - 1) }
  return {
    ...state,
    showsEmojis,
    area,
    insert,
    close,
    pick(member) {
      picked.current.push(member)
      setQuery(undefined)
      put(withName(text, area.current?.selectionStart ?? text.length, member.nickname))
    },
    call() {
      insert(text && !/\s$/.test(text) ? ' @' : '@')
      setQuery('')
      setActive(0)
    },
    choose: setActive,
    toggleEmojis: () => setShowsEmojis(!showsEmojis),
    change(value, cursor) {
      setText(value)
      setQuery(atQuery(value, cursor))
      setActive(0)
    },
    leave: () => setQuery(undefined),
    send() {
      const words = text.trim()
      if (!words || tooLong || isShut) return
      store.send(words, calledIds(words, picked.current))
      picked.current = []
      setText('')
      close()
    },
  }
}

/** Enter sends, Shift+Enter is a new line; arrows go through the names, Enter and Tab take one. */
export function handleDraftKey(draft: Draft, event: KeyboardEvent): void {
  // Safari sends the Enter that ends a composition after it, told only by this code.
  if (event.nativeEvent.isComposing || event.keyCode === 229) return
  const { query, choices, choice } = draft
  const member = query === undefined ? undefined : choices[choice]
  if (member && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
    event.preventDefault()
    draft.choose((choice + (event.key === 'ArrowDown' ? 1 : choices.length - 1)) % choices.length)
  } else if (member && (event.key === 'Enter' || event.key === 'Tab')) {
    event.preventDefault()
    draft.pick(member)
  } else if (event.key === 'Enter' && !event.shiftKey) {
    event.preventDefault()
    draft.send()
  }
}

/** Escape closes what is open. */
export function handleDraftEscape(draft: Draft, event: KeyboardEvent): void {
  const isOpen = draft.query !== undefined || draft.showsEmojis
  if (event.key !== 'Escape' || event.nativeEvent.isComposing || !isOpen) return
  event.stopPropagation()
  draft.close()
  draft.area.current?.focus()
}
