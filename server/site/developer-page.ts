import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '#server/config/config.ts'
import { payKeysFile } from '#server/dev-providers/payment/keys.ts'
import { readSocketJson } from '#server/proxy/socket-json.ts'
import {
  answerDeveloper,
  developerDocument,
  developerStyle,
  developerStylePath,
  developerTable as table,
  isDeveloperVisit,
  type Next,
} from './developer-frame.ts'
import { type DeveloperInfo, developerPath } from '#shared/contract/developer.ts'
import { escapeHtml } from '#shared/rules/escape-html.ts'

export interface DeveloperPageOptions {
  readonly config: Pick<Config, 'siteEnv' | 'backendSocket' | 'brand' | 'pay' | 'dataDir'>
  /** Addresses of the site's own style sheets. */
  readonly styles: () => readonly string[]
}

/** Where developers find accounts and codes. */
export const developerPage = '/dev/accounts'
const time = new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' })

/** Where the embedded payment provider is told how to behave, and the file with its token. */
export interface PayControl {
  readonly url: string
  readonly keysFile: string
}

/** The whole document; the newest message comes first. */
export function developerHtml(
  { accounts, messages, puzzles }: DeveloperInfo,
  brandName: string,
  styles: readonly string[],
  payControl?: PayControl,
): string {
  const code = (text: string): string => `<code>${escapeHtml(text)}</code>`
  const accountRows = accounts.map(
    ({ name, role, phone, password }) =>
      `<tr><td>${escapeHtml(role)}</td><td>${escapeHtml(name)}</td><td>${code(phone)}</td><td>${code(password)}</td></tr>`,
  )
  const messageRows = messages.map(
    ({ number, channel, code: digits, content, sentAt }) =>
      `<tr><td><time datetime="${new Date(sentAt).toISOString()}">${time.format(sentAt)}</time></td><td>${code(number)}</td><td>${channel === 'SMS' ? '短信' : '语音'}</td>` +
      `<td><code class="developer-code">${escapeHtml(digits)}</code></td><td>${escapeHtml(content)}</td></tr>`,
  )
  const puzzleRows = puzzles.map(({ token, x }) => `<tr><td>${code(token)}</td><td>${code(String(x))}</td></tr>`)
  const title = '开发者账号与验证码'
  const body =
    `<p>只在本机可见，正式环境里没有这一页。<a href="${developerPage}">刷新</a> · <a href="/dev/api">接口</a> · <a href="/">回到首页</a></p>` +
    `<h2>账号</h2>${accounts.length > 0 ? table(['角色', '名字', '手机号', '密码'], accountRows) : '<p>没有演示账号：数据库不是用演示数据建立的。</p>'}` +
    (payControl
      ? `<h2>支付</h2><p>订单在沙箱收银台支付，不会真的扣款。通知可以改成重复、延迟、乱序或丢失：向 ${code(payControl.url)} 发 POST，请求头 ${code('Authorization: Bearer …')} 里的令牌是 ${code(payControl.keysFile)} 的 ${code('controlToken')}，例如 ${code('{"mode":"lose"}')}、${code('{"deliver":"reversed","times":15}')}。</p>`
      : '') +
    `<h2>验证码</h2>${messages.length > 0 ? table(['时间', '号码', '方式', '验证码', '内容'], messageRows) : '<p>还没有发出验证码。</p>'}` +
    `<h2>拼图验证</h2>${puzzles.length > 0 ? table(['令牌', '缺口离左边的像素'], puzzleRows) : '<p>还没有人做过拼图验证。</p>'}`
  return developerDocument(title, body, { brandName, styles })
}

/**
 * Seeded accounts and the codes that the embedded outbox holds, for whoever sits at this machine. Outside development and
 * test, without the embedded backend, and for everybody else the page doesn't exist.
 */
export function createDeveloperPage({
  config,
  styles,
}: DeveloperPageOptions): (req: IncomingMessage, res: ServerResponse, next: Next) => void {
  const { backendSocket, brand, pay, dataDir } = config
  const payControl =
    pay.kind === 'embedded' && pay.embeddedUrl !== undefined
      ? { url: `${pay.embeddedUrl}/control`, keysFile: payKeysFile(dataDir) }
      : undefined
  return function developer(req, res, next) {
    const path = (req.url ?? '').split('?')[0]
    if (path !== developerPage && path !== developerStylePath) return next()
    if (backendSocket === undefined || !isDeveloperVisit(config, req)) return next()
    if (path === developerStylePath) return answerDeveloper(req, res, 'text/css', developerStyle)
    readSocketJson(backendSocket, developerPath).then(
      (info) =>
        answerDeveloper(req, res, 'text/html', developerHtml(info as DeveloperInfo, brand.name, styles(), payControl)),
      next,
    )
  }
}
