import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { loadStyles, reloadOnce } from '#client/browser/page-assets.ts'

class Silent extends Component<{ onError: () => void; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }
  override componentDidCatch(): void {
    this.props.onError()
  }
  override render(): ReactNode {
    return this.state.failed ? null : this.props.children
  }
}

/**
 * A dialog whose code and style come when it is first shown:
 * `const NoticeDialog = lazyDialog(() => import('./notice-dialog.tsx').then((m) => m.NoticeDialog))`.
 * Render it only while it is open, with `styles={env.css['notice-dialog']}` (the file's basename).
 * When its code can't be had, the page is loaded anew once (spec §2), then `onClose` is called.
 */
export function lazyDialog<P extends { onClose: () => void }>(
  load: () => Promise<ComponentType<P>>,
): (props: P & { styles: readonly string[] | undefined }) => ReactNode {
  let files: readonly string[] = []
  const Inner = lazy(async () => {
    const loading = load().catch((error: unknown) => {
      reloadOnce()
      throw error
    })
    const [component] = await Promise.all([loading, loadStyles(files)])
    return { default: component }
  }) as unknown as ComponentType<P>
  return function LazyDialog({ styles = [], ...props }: P & { styles: readonly string[] | undefined }): ReactNode {
    files = styles
    return (
      <Silent onError={props.onClose}>
        <Suspense fallback={null}>
          <Inner {...(props as unknown as P)} />
        </Suspense>
      </Silent>
    )
  }
}
