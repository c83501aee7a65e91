import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react'

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
 * A dialog whose code comes when it is first shown:
 * `const NoticeDialog = lazyDialog(() => import('./notice-dialog.tsx').then((m) => m.NoticeDialog))`.
 * Render it only while it is open; when its code can't be had, `onClose` is called.
 */
export function lazyDialog<P extends { onClose: () => void }>(load: () => Promise<ComponentType<P>>): (props: P) => ReactNode {
  const Inner = lazy(() => load().then((component) => ({ default: component }))) as unknown as ComponentType<P>
  return function LazyDialog(props: P): ReactNode {
    return (
      <Silent onError={props.onClose}>
        <Suspense fallback={null}>
          <Inner {...props} />
        </Suspense>
      </Silent>
    )
  }
}
