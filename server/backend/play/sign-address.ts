import type { CallContext } from '#server/backend/backend-context.ts'
import { grantMs, grantPrefix, isMediaFolder, longestSeconds, type MediaMode, sessionMark, sessionToken, signGrant } from '#server/media/play-grant.ts'
import type { Caption, PlayAddress, PlayUrl } from '#shared/contract/play-fields.ts'

export type { MediaMode } from '#server/media/play-grant.ts'

/** What signing needs of a call. */
type Signer = Pick<CallContext, 'clock' | 'hash'> & { readonly caller: Pick<CallContext['caller'], 'cookies'> }

/** Addresses of the private store: `store:<folder>/<file>`. */
const storeScheme = 'store:'

function isStored(url: string): boolean {
  return url.startsWith(storeScheme)
}

function toGranted(mode: MediaMode): MediaMode {
  if (mode.kind !== 'film' || mode.seconds === null) return mode
  const seconds = Math.min(Math.round(mode.seconds), longestSeconds)
  return { kind: 'film', seconds: seconds > 0 ? seconds : null }
}

/** Signs addresses of the store for whoever calls, all of them up to the same moment; others stay as they are. */
function createSigner({ clock, hash, caller }: Signer, mode: MediaMode): { readonly expires: number; sign(url: string): string } {
  const expires = Math.floor((clock.now() + grantMs) / 1000) * 1000
  const token = sessionToken(caller.cookies)
  const who = token === undefined ? '' : sessionMark(hash.of, token)
  return {
    expires,
    sign(url) {
      if (!isStored(url)) return url
      const slash = url.lastIndexOf('/')
      const folder = url.slice(storeScheme.length, Math.max(slash, storeScheme.length))
      if (!isMediaFolder(folder)) throw new Error(`This is no address of the store: ${url}`)
      return `${grantPrefix}${signGrant(hash.of, { folder, mode: toGranted(mode), expires, who })}${url.slice(slash)}`
    },
  }
}

/**
 * Addresses that a player can use (spec §3, playUrl and urlInfoV2): those of the private store for ten minutes and for this session alone;
 * visitors get them for everybody, so ask `checkAccess` before. `https://…` and `/media/…` stay as they are; the latter are left out
 * beside a film of the store, for they are its open part, which course pages show.
 */
export function signAddress(ctx: Signer, urls: readonly PlayUrl[], mode: MediaMode): PlayAddress {
  const signer = createSigner(ctx, mode)
  const isPrivate = urls.some(({ url }) => isStored(url))
  const shown = urls.filter(({ url }) => !(isPrivate && url.startsWith('/media/'))).sort((a, b) => a.sortNum - b.sortNum)
  const urlInfoV2 = shown.map(({ sortNum, name, url }) => ({ sortNum, name, url: signer.sign(url) }))
  return { playUrl: urlInfoV2[0]?.url ?? '', urlInfoV2, expireTime: isPrivate ? signer.expires : null }
}

/** What answers carry while there is nothing to play. */
export const noAddress: { readonly playUrl: null; readonly urlInfoV2: PlayUrl[]; readonly expireTime: null } = { playUrl: null, urlInfoV2: [], expireTime: null }

/** Captions of the same film, signed likewise; for a film that repeats they repeat with it. */
export function signCaptions(ctx: Signer, captions: readonly Caption[], mode: MediaMode): Caption[] {
  const signer = createSigner(ctx, mode)
  return captions.map(({ language, label, url }) => ({ language, label, url: signer.sign(url) }))
}
