import { createContext, type ReactNode, useContext } from 'react'

/** HTML of a part by its name, and for a part with data by these; undefined when it isn't known: then the part is rendered. */
export type StaticHtml = (name: string, data?: object) => string | undefined

/** Only the server provides it; in the browser every part is ordinary React. */
export const StaticHtmlContext = createContext<StaticHtml | undefined>(undefined)

interface StaticPartProps {
  name: string
  as: 'div' | 'footer' | 'nav'
  id?: string
  className?: string
  'aria-label'?: string
  children: ReactNode
}

/**
 * A part that is the same on every page, such as a menu. The server renders it once and then sets in its HTML, which is
 * byte for byte what React would write, so the browser hydrates the real thing.
 */
export function StaticPart({ name, as: Tag, children, ...attributes }: StaticPartProps): ReactNode {
  const html = useContext(StaticHtmlContext)?.(name)
  return html === undefined ? (
    <Tag {...attributes}>{children}</Tag>
  ) : (
    <Tag {...attributes} dangerouslySetInnerHTML={{ __html: html }} />
  )
}
