import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AccountDialogs } from '#client/app/account-dialogs.tsx'
import { ErrorPage } from '#client/app/error-page.tsx'
import { Layout } from '#client/app/layout.tsx'
import { LoginGate } from '#client/app/login-gate.tsx'
import { PendingPage } from '#client/app/pending-page.tsx'
import { RouteFocus } from '#client/app/route-focus.tsx'
import { Visit } from '#client/app/visit.tsx'
import { AppContext, type AppContextValue } from '#client/features/common/app-context.ts'
import type { PageView } from '#client/pages/page-view.ts'
import { Toaster } from '#client/ui/toast.tsx'

function Missing({ view }: { view: PageView }): ReactNode {
  if (view.isPending) return <PendingPage view={view} />
  if (view.status === 200 && view.askLogin) return <LoginGate view={view} via={view.askLogin.via} />
  return <ErrorPage key={view.pathname} status={view.status} message={view.message} />
}

/** The whole page, rendered by the server and hydrated in the browser alike. */
export function App({
  view,
  queryClient,
  app,
}: {
  view: PageView
  queryClient: QueryClient
  app: AppContextValue
}): ReactNode {
  const { Component } = view
  return (
    <QueryClientProvider client={queryClient}>
      <AppContext.Provider value={app}>
        <Layout view={view}>
          {Component ? (
            <Component key={view.id} params={view.params} search={view.search} choice={view.choice} />
          ) : (
            <Missing view={view} />
          )}
        </Layout>
        <Toaster />
        <RouteFocus view={view} />
        <Visit view={view} />
        <AccountDialogs view={view} />
      </AppContext.Provider>
    </QueryClientProvider>
  )
}
