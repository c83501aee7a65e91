import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AppContext, type AppContextValue } from '#client/features/common/app-context.ts'
import type { PageView } from '#client/pages/page-view.ts'

/** The whole page, rendered by the server and hydrated in the browser alike. */
export function App({ view, queryClient, app }: { view: PageView; queryClient: QueryClient; app: AppContextValue }): ReactNode {
  const { Component } = view
  return (
    <QueryClientProvider client={queryClient}>
      <AppContext.Provider value={app}>
        <main id="main">{Component ? <Component params={view.params} search={view.search} /> : <h1>{view.message}</h1>}</main>
      </AppContext.Provider>
    </QueryClientProvider>
  )
}
