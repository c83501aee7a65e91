import type { Config } from '#server/config/config.ts'
import { isMediaFolder } from '#server/media/play-grant.ts'

const storedForm = /^store:(.+)\/[\w.-]+\.m3u8$/

/**
 * Why a room can't play from an address, in words; '' when it can. Pages load streams from the site itself and from the origins that the
 * configuration names (MEDIA_ORIGINS), so an address elsewhere would show a picture to nobody.
 */
export function whyUnplayable(url: string, { origin, classroom }: Pick<Config, 'origin' | 'classroom'>): string {
  if (url.startsWith('store:'))
    return isMediaFolder(storedForm.exec(url)?.[1] ?? '') ? '' : '片库地址要写成 store:文件夹/文件.m3u8'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
  if (!/^https?:\/\/[^\\\s\u0000-\u001f\u007f]+$/.test(url) || !URL.canParse(url))
    return '播放地址要以 https:// 开头，或是 store: 片库地址'
  const { origin: its, username, password, protocol } = new URL(url)
  if (username !== '' || password !== '') return '播放地址里不能有用户名和密码'
  if (protocol === 'http:' && origin.startsWith('https:')) return '本站用 https，播放地址也要用 https'
  const allowed = [origin, ...classroom.mediaOrigins].map((one) => new URL(one).origin)
  return allowed.includes(its) ? '' : `页面不能从 ${its} 播放，请先把它加进 MEDIA_ORIGINS`
}
