import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { useRead } from '#client/features/common/use-call.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import { accountChoicePath, afterChoice } from '#shared/rules/account-choice.ts'
import { accountChoiceQuery } from '#client/features/account-steps/account-queries.ts'
import css from './account-choice.module.css'

type Choice = NonNullable<CallOutput<'GET /api/auth/account-choice'>>

function Account({ title, account: { nickname, phone } }: { title: string; account: Choice['current'] }): ReactNode {
  return (
    <div className={css.account}>
      <dt>{title}</dt>
      <dd>
        <b className={css.name}>{nickname}</b>
        <span className="num">{phone ?? '未绑定手机号'}</span>
      </dd>
    </div>
  )
}

/** The link waited too long, was chosen about already, or there was none. */
function Over({ to }: { to: string }): ReactNode {
  return (
    <>
      <h1 className={css.title}>链接已失效</h1>
      <p className={css.lead}>
        这个登录链接已经用过，或者等得太久了。你现在的账号没有变化；要用另一个账号，请重新打开链接。
      </p>
      <ButtonLink tone="primary" size="l" full href={to}>
        继续用当前账号
      </ButtonLink>
    </>
  )
}

/** Asks whoever is signed in before the account of a link takes their place: a form that works without script. */
export function AccountChoice({ search }: PageProps): ReactNode {
  const { env } = useApp()
  const choice = useRead(accountChoiceQuery)
  const query = new URLSearchParams(search)
  const to = afterChoice(query.get('redirect'), env.origin)
  return (
    <div className={css.page}>
      <div className={css.sheet}>
        {choice ? (
          <>
            <h1 className={css.title}>用哪个账号继续？</h1>
            <p className={css.lead}>刚打开的链接会登录另一个账号，而你在这个浏览器里已经登录。</p>
            {query.get('failed') === '1' ? (
              <p className={css.failed} role="alert">
                没能完成，请再选一次，或者保留当前账号。
              </p>
            ) : null}
            <dl className={css.accounts}>
              <Account title="现在登录的账号" account={choice.current} />
              <Account title="链接里的账号" account={choice.other} />
            </dl>
            <form method="post" action={accountChoicePath} className={css.actions}>
              <input type="hidden" name="id" value={choice.id} />
              <input type="hidden" name="redirect" value={to} />
              <Button type="submit" tone="primary" size="l" full name="choice" value="keep">
                保留当前账号
              </Button>
              <Button type="submit" tone="secondary" size="l" full name="choice" value="switch">
                切换到链接里的账号
              </Button>
            </form>
            <p className={css.note}>
              切换以后，现在的账号会从这个浏览器退出。不认识链接里的账号？请保留当前账号，别在陌生账号里填写资料或付款。
            </p>
          </>
        ) : (
          <Over to={to} />
        )}
      </div>
    </div>
  )
}
