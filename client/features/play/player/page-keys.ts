import { createContext } from 'react'

/** Keys and what they do, as the player's help lists them. */
export interface KeyLine {
  readonly keys: readonly string[]
  readonly does: string
}

/** Keys of the page around a player. */
export const PageKeysContext = createContext<readonly KeyLine[]>([])

/** Where notes can be taken. */
export const noteKeys: readonly KeyLine[] = [{ keys: ['N'], does: '记笔记' }]
