import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '#server/config/config.ts'
import { isLoopbackRequest } from '#server/http/loopback.ts'
import { payKeysFile } from '#server/dev-providers/payment/keys.ts'
import { readSocketJson } from '#server/proxy/socket-json.ts'
import { escapeHtml } from '#server/render/html-text.ts'
import { isDeveloperEnv } from '#server/config/site-env.ts'
import { type DeveloperInfo, developerPath } from '#shared/contract/developer.ts'

type Next = (error?: unknown) => void

export interface DeveloperPageOptions {
  readonly config: Pick<Config, 'siteEnv' | 'backendSocket' | 'brand' | 'pay' | 'dataDir'>
  /** Addresses of the site's own style sheets. */
  readonly styles: () => readonly string[]
}

/** Where developers find accounts and codes. */
export const developerPage = '/dev/accounts'
const ownStyle = '/dev/accounts.css'
const style = `.developer{max-width:var(--width);margin:0 auto;padding:var(--s-7) var(--edge)}
.developer h1{font:600 var(--t-34)/var(--l-34) var(--serif);margin:0 0 var(--s-2)}
.developer h2{font:600 var(--t-20)/var(--l-20) var(--serif);border-top:3px solid var(--rule-strong);padding-top:var(--s-3);margin:var(--s-6) 0 var(--s-3)}
.developer p{color:var(--ink-2);margin:0 0 var(--s-3)}
.developer a{color:var(--accent)}
.developer-table{overflow-x:auto}
.developer table{width:100%;border-collapse:collapse;background:var(--sheet)}
.developer th{text-align:left;background:var(--sunk);font-weight:600}
.developer th,.developer td{padding:var(--s-2) var(--s-3);border-bottom:1px solid var(--rule);vertical-align:top}
.developer code{font-family:var(--mono);white-space:nowrap}
.developer .developer-code{font-size:var(--t-20);font-weight:700;color:var(--pen)}
`

const time = new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' })

function table(heads: readonly string[], rows: readonly string[]): string {
  return `<div class="developer-table"><table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

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
  const links = [...styles, ownStyle].map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`).join('')
  const title = '开发者账号与验证码'
  return (
    `<!DOCTYPE html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">` +
    `<title>${title} - ${escapeHtml(brandName)}</title>${links}</head><body><main class="developer"><h1>${title}</h1>` +
    `<p>只在本机可见，正式环境里没有这一页。<a href="${developerPage}">刷新</a> · <a href="/">回到首页</a></p>` +
    `<h2>账号</h2>${accounts.length > 0 ? table(['角色', '名字', '手机号', '密码'], accountRows) : '<p>没有演示账号：数据库不是用演示数据建立的。</p>'}` +
    (payControl
      ? `<h2>支付</h2><p>订单在沙箱收银台支付，不会真的扣款。通知可以改成重复、延迟、乱序或丢失：向 ${code(payControl.url)} 发 POST，请求头 ${code('Authorization: Bearer …')} 里的令牌是 ${code(payControl.keysFile)} 的 ${code('controlToken')}，例如 ${code('{"mode":"lose"}')}、${code('{"deliver":"reversed","times":15}')}。</p>`
      : '') +
    `<h2>验证码</h2>${messages.length > 0 ? table(['时间', '号码', '方式', '验证码', '内容'], messageRows) : '<p>还没有发出验证码。</p>'}` +
    `<h2>拼图验证</h2>${puzzles.length > 0 ? table(['令牌', '缺口离左边的像素'], puzzleRows) : '<p>还没有人做过拼图验证。</p>'}</main></body></html>`
  )
}

/**
 * Seeded accounts and the codes that the embedded outbox holds, for whoever sits at this machine. Outside development and
 * test, without the embedded backend, and for everybody else the page doesn't exist.
 */
export function createDeveloperPage({
  config,
  styles,
}: DeveloperPageOptions): (req: IncomingMessage, res: ServerResponse, next: Next) => void {
  const { siteEnv, backendSocket, brand, pay, dataDir } = config
  const payControl =
    pay.kind === 'embedded' && pay.embeddedUrl !== undefined
      ? { url: `${pay.embeddedUrl}/control`, keysFile: payKeysFile(dataDir) }
      : undefined
  return function developer(req, res, next) {
    const path = (req.url ?? '').split('?')[0]
    if (path !== developerPage && path !== ownStyle) return next()
    if (
      !isDeveloperEnv(siteEnv) ||
      backendSocket === undefined ||
      (req.method !== 'GET' && req.method !== 'HEAD') ||
      !isLoopbackRequest(req)
    )
      return next()
    const answer = (type: string, text: string): void => {
      res.writeHead(200, {
        'Content-Type': `${type}; charset=utf-8`,
        'Content-Length': Buffer.byteLength(text),
        'Cache-Control': 'no-store',
        'X-Robots-Tag': 'noindex',
      })
      res.end(req.method === 'HEAD' ? undefined : text)
    }
    if (path === ownStyle) return answer('text/css', style)
    readSocketJson(backendSocket, developerPath).then(
      (info) => answer('text/html', developerHtml(info as DeveloperInfo, brand.name, styles(), payControl)),
      next,
    )
  }
}
