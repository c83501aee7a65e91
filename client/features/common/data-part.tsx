import { type ReactNode, useContext } from 'react'
import { StaticHtmlContext } from '#client/features/common/static-part.tsx'
import type { CallRoute } from '#shared/contract/calls.ts'

/** A part of a page that depends on the answer of one call and on nothing else: no context, no state, no clock. */
export interface DataPartSpec<T extends object> {
  /** Unlike all others on its page. */
  name: string
  /** The call whose answer it shows, whatever the page asked of it. */
  route: CallRoute
  render(data: T): ReactNode
}

interface DataPartProps<T extends object> {
  of: DataPartSpec<T>
  /** The answer itself, no copy: the server knows its HTML by it. */
  data: T
  className?: string
  'aria-busy'?: boolean
  /** What the browser shows when it knows more than the server, such as the time; equal to `render` at first. */
  children?: ReactNode
}

/**
 * Shows a part. The server sets in the HTML that it has made of this very answer, byte for byte what React would write, so
 * that pages which share an answer share its HTML, too; the browser hydrates the real thing.
 */
export function DataPart<T extends object>({ of, data, children, ...attributes }: DataPartProps<T>): ReactNode {
  const html = useContext(StaticHtmlContext)?.(of.name, data)
  return html === undefined ? (
    <div {...attributes}>{children ?? of.render(data)}</div>
  ) : (
    <div {...attributes} dangerouslySetInnerHTML={{ __html: html }} />
  )
}
