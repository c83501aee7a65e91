import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { navigate } from '#client/browser/navigation.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { leaveFor } from '#client/features/login/after-login.ts'
import { AuthFrame, InviterCard } from '#client/features/login/auth-frame.tsx'
import { RegisterForm } from '#client/features/login/register-form.tsx'
import { nothingTyped } from '#client/features/login/typed-phone.ts'
import { inviterQuery } from '#client/pages/account/inviter.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { toastAfterLoad } from '#client/ui/toast-store.ts'
import { safeRedirect } from '#shared/rules/safe-redirect.ts'
import css from './register.module.css'

const points = ['公开课随便听，先试再买', '每张作业都有老师的红笔批注', '一个手机号就是一张学生证'] as const

/** Signing up on a page of its own, perhaps by invitation. */
export function Register({ search }: PageProps): ReactNode {
  const { api, env } = useApp()
  const query = new URLSearchParams(search)
  const inviter = inviterQuery(api, query)
  const { data: host } = useQuery({
    ...(inviter ?? { queryKey: ['no inviter'], queryFn: async () => null }),
    enabled: inviter !== undefined,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const typed = useRef(nothingTyped())
  const redirect = safeRedirect(query.get('registerRedirect'), env.origin)
  const withRedirect = (path: string): string => (redirect ? `${path}?${new URLSearchParams({ redirect })}` : path)
  return (
    <AuthFrame
      title={`来${env.brandName}上课`}
      lead="学一门手艺，学到能署名。"
      points={points}
      card={host ? <InviterCard nickname={host.nickname} headImg={host.headImg} /> : null}
      sheetTitle="注册账号"
      note="注册是免费的，只要一个手机号"
      fill
    >
      <RegisterForm
        typed={typed}
        purpose="register"
        onLogin={() => navigate(withRedirect('/auth/login'))}
        onDone={() => {
          toastAfterLoad('注册成功')
          return leaveFor(withRedirect('/register/success'))
        }}
      />
      <p className={css.login}>
        已有账号？
        <a className="link" href={withRedirect('/auth/login')}>
          去登录
        </a>
      </p>
    </AuthFrame>
  )
}
