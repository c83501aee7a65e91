import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { callQuery } from '#client/features/common/call-query.ts'
import { useRead } from '#client/features/common/use-call.ts'
import { SecurityRow } from '#client/features/security/security-row.tsx'
import { signInMethods } from '#client/features/security/sign-in-methods.ts'
import { Button } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast-store.ts'
import type { CallOutput } from '#shared/contract/calls.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { momentText } from '#shared/rules/number-text.ts'
import {
  endOtherSessions,
  endSession,
  securityRoute,
  sessionsQuery,
  sessionsRoute,
} from '#client/features/security/security-queries.ts'
import { ownValue } from '#shared/own-value.ts'

type Session = CallOutput<'GET /api/user/sessions'>['sessions'][number]

const channels: Readonly<Record<string, string>> = { pcSite: '网页', app: 'App' }

/** Runs a call that ends sessions, then shows what is left. */
function useEnding(): { busy: boolean; end: (call: () => Promise<unknown>, done: string) => void } {
  const { api } = useApp()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const run = async (call: () => Promise<unknown>, done: string): Promise<void> => {
    setBusy(true)
    try {
      await call()
      toast(done)
      for (const route of [sessionsRoute, securityRoute] as const)
        await queries.fetchQuery({ ...callQuery(api, route, {}), staleTime: 0 })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code !== Code.Toast) toast(error.message, 'bad')
    } finally {
      setBusy(false)
    }
  }
  return { busy, end: (call, done) => void run(call, done) }
}

function SessionRow({ session }: { session: Session }): ReactNode {
  const { api } = useApp()
  const { busy, end } = useEnding()
  const { id, channel, method, device, address, signedInTime, lastSeenTime, isCurrent } = session
  const how = method === null ? undefined : ownValue(signInMethods, method)
  const note = [
    `${momentText(signedInTime)}登录${how ? `（${how}）` : ''}`,
    isCurrent ? undefined : `最近使用 ${momentText(lastSeenTime)}`,
    address === null ? undefined : `网络地址 ${address}`,
  ]
  const endThis = (): void => end(() => endSession(api, { id }), '已退出这处登录')
  return (
    <SecurityRow
      name={ownValue(channels, channel) ?? '其他'}
      value={isCurrent ? `${device}（当前浏览器）` : device}
      note={note.filter(Boolean).join('，')}
    >
      {isCurrent ? null : (
        <Button tone="quiet" size="s" busy={busy} aria-label={`退出 ${device}`} onClick={endThis}>
          退出
        </Button>
      )}
    </SecurityRow>
  )
}

/** Where the account is signed in, links that would sign in, and their ends. */
export function SessionRows(): ReactNode {
  const { api } = useApp()
  const { sessions, links } = useRead(sessionsQuery)
  const { busy, end } = useEnding()
  const hasOthers = links.length > 0 || sessions.some(({ isCurrent }) => !isCurrent)
  return (
    <>
      {sessions.map((session) => (
        <SessionRow key={session.id} session={session} />
      ))}
      {links[0] ? (
        <SecurityRow
          name="登录链接"
          value={`${links.length} 个还没有打开`}
          note={`${momentText(links[0].expireTime)}以前打开可以登录`}
        />
      ) : null}
      <SecurityRow
        name="其他登录"
        value={hasOthers ? '不是你本人？把其他登录都退出' : '没有别的地方登录着'}
        note="网页和 App 各只留一处登录，在新的地方登录时旧的会退出"
      >
        {hasOthers ? (
          <Button
            tone="secondary"
            size="s"
            busy={busy}
            onClick={() => end(() => endOtherSessions(api), '其他登录都已退出')}
          >
            退出其他登录
          </Button>
        ) : null}
      </SecurityRow>
    </>
  )
}
