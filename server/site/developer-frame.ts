import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '#server/config/config.ts'
import { isDeveloperEnv } from '#server/config/site-env.ts'
import { isLoopbackRequest } from '#server/http/loopback.ts'
import { escapeHtml } from '#shared/rules/escape-html.ts'

/** Addresses that are answered here, or nowhere: no page stands under them. */
export const developerAddresses = /^\/dev(?:\/|$)/

export type Next = (error?: unknown) => void

/** Where the style of all developers' pages stands. */
export const developerStylePath = '/dev/accounts.css'
export const developerStyle = `.developer{max-width:var(--width);margin:0 auto;padding:var(--s-7) var(--edge)}
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

/** A table that scrolls by itself on narrow screens; `rows` are whole `<tr>`. */
export function developerTable(heads: readonly string[], rows: readonly string[]): string {
  return `<div class="developer-table"><table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

/** The whole document of a developers' page: `body` is markup under its one heading. */
export function developerDocument(
  title: string,
  body: string,
  { brandName, styles }: { readonly brandName: string; readonly styles: readonly string[] },
): string {
  const links = [...styles, developerStylePath]
    .map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`)
    .join('')
  return (
    `<!DOCTYPE html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">` +
    `<title>${title} - ${escapeHtml(brandName)}</title>${links}</head><body><main class="developer"><h1>${title}</h1>${body}</main></body></html>`
  )
}

/** Whether somebody at this machine reads, in development or test: for everybody else these pages don't exist. */
export function isDeveloperVisit({ siteEnv }: Pick<Config, 'siteEnv'>, req: IncomingMessage): boolean {
  return isDeveloperEnv(siteEnv) && (req.method === 'GET' || req.method === 'HEAD') && isLoopbackRequest(req)
}

/** Answers with a text that nobody keeps or lists. */
export function answerDeveloper(req: IncomingMessage, res: ServerResponse, type: string, text: string): void {
  res.writeHead(200, {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex',
  })
  res.end(req.method === 'HEAD' ? undefined : text)
}
