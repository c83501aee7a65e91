import { escapeHtml } from '#shared/rules/escape-html.ts'
import type { Manifest } from './manifest.ts'

const texts: Readonly<Record<number, string>> = {
  400: '请求的地址有误',
  404: '内容不存在',
  405: '不支持的请求方法',
  408: '请求超时',
  413: '提交的内容太大',
  414: '请求的地址太长',
  421: '这个地址不属于本站',
  431: '请求头太大',
  500: '页面出了点问题',
  503: '服务暂时不可用',
}

export interface StatusPageOptions {
  brandName: string
  manifest: () => Manifest
}

/** The page of a request that never reaches the router: no data, no script, but the school's own look and a way home. */
export function createStatusPage({
  brandName,
  manifest,
}: StatusPageOptions): (status: number, id: string | undefined) => string {
  return (status, id) => {
    const css = manifest()
      .css.map((href) => `<link rel="stylesheet" href="${href}">`)
      .join('')
    const text = texts[status] ?? '请求无法处理'
    const trace = id ? `<p class="status-id">编号 ${escapeHtml(id)}</p>` : ''
    return (
      `<!DOCTYPE html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
      `<meta name="robots" content="noindex"><title>${status} ${text} - ${escapeHtml(brandName)}</title>${css}</head>` +
      `<body><main class="status-page"><p class="status-code">${status}</p><h1>${text}</h1>${trace}<p><a href="/">回到${escapeHtml(brandName)}首页</a></p></main></body></html>`
    )
  }
}
