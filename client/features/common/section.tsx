import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { Component, type ReactNode, Suspense } from 'react'
import { ErrorBlock } from '#client/ui/error-block.tsx'

interface BoundaryProps {
  onReset: () => void
  children: ReactNode
}

class SectionErrorBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }
  handleRetry = (): void => {
    this.props.onReset()
    this.setState({ failed: false })
  }
  override render(): ReactNode {
    return this.state.failed ? <ErrorBlock onRetry={this.handleRetry} /> : this.props.children
  }
}

/** A part of a page with data of its own: a skeleton while they are late, a retry when they fail, the rest unhurt. */
export function Section({ fallback, children }: { fallback?: ReactNode; children: ReactNode }): ReactNode {
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <SectionErrorBoundary onReset={reset}>
          <Suspense fallback={fallback ?? null}>{children}</Suspense>
        </SectionErrorBoundary>
      )}
    </QueryErrorResetBoundary>
  )
}
