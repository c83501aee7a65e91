import type { OauthProvider, SecurityEventKind } from '#shared/contract/enums.ts'

/** An event of an account's security log in words. */
export function securityEventText(kind: SecurityEventKind, provider: OauthProvider | null): string {
  const name = provider === 'QQ' ? ' QQ' : '微信'
  const texts: Readonly<Record<SecurityEventKind, string>> = {
    link: `绑定了${name}`,
    unlink: `解除绑定了${name}`,
    firstPhone: '绑定了手机号',
    newPhone: '更换了手机号',
    firstPassword: '设置了登录密码',
    newPassword: '修改了登录密码',
    endSession: '退出了一处登录',
    endOthers: '退出了其他所有登录',
  }
  return texts[kind]
}

/** A network address as its owner may be shown it: the first half, 203.0.*.* for example; null stays null. */
export function maskAddress(address: string | null): string | null {
  if (address === null) return null
  const v4 = /^(\d+)\.(\d+)\.\d+\.\d+$/.exec(address)
  if (v4) return `${v4[1]}.${v4[2]}.*.*`
  const [first = '', second = ''] = address.split(':')
  return `${first || '0'}:${second || '0'}:*`
}
