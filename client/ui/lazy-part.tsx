import { type ComponentType, type ReactNode, useSyncExternalStore } from 'react'
import { lazyDialog } from '#client/ui/lazy-dialog.tsx'

const neverChanges = (): (() => void) => () => undefined
const inBrowser = (): boolean => true
const onServer = (): boolean => false

/** As `lazyDialog`, for a part that stands in the page from the start: neither the server nor hydration begins it. */
export function lazyPart<P extends { onClose: () => void }>(
  load: () => Promise<ComponentType<P>>,
): (props: P & { styles: readonly string[] | undefined }) => ReactNode {
  const Inner = lazyDialog(load)
  return function LazyPart(props: P & { styles: readonly string[] | undefined }): ReactNode {
    return useSyncExternalStore(neverChanges, inBrowser, onServer) ? <Inner {...props} /> : null
  }
}
