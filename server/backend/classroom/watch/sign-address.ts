import type { CallContext } from '#server/backend/context/backend-context.ts'
import {
  everybody,
  grantMs,
  grantPrefix,
  isMediaFolder,
  longestSeconds,
  type MediaMode,
  sessionMark,
  signGrant,
} from '#server/media/play-grant.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { Caption, PlayAddress, PlayUrl } from '#shared/contract/play-fields.ts'

export type { MediaMode } from '#server/media/play-grant.ts'

/** What signing needs of a call. */
type Signer = Pick<CallContext, 'clock' | 'hash'> & { readonly caller: Pick<CallContext['caller'], 'sessionToken'> }

/** Who may use what is signed when nobody is signed in: everybody, for a lesson that is open to all; else nobody. */
export interface Openness {
  readonly isOpen: boolean
}
const paid: Openness = { isOpen: false }

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
function createSigner(
  { clock, hash, caller }: Signer,
  mode: MediaMode,
  { isOpen }: Openness,
): { readonly expires: number; sign(url: string): string } {
  const expires = Math.floor((clock.now() + grantMs) / 1000) * 1000
  const { sessionToken } = caller
  const who = sessionToken === undefined ? everybody : sessionMark(hash.of, sessionToken)
  return {
    expires,
    sign(url) {
      if (!isStored(url)) return url
      if (who === everybody && !isOpen) throw new ApiError(Code.LogoutCode)
      const slash = url.lastIndexOf('/')
      const folder = url.slice(storeScheme.length, Math.max(slash, storeScheme.length))
      if (!isMediaFolder(folder)) throw new Error(`This is no address of the store: ${url}`)
      return `${grantPrefix}${signGrant(hash.of, { folder, mode: toGranted(mode), expires, who })}${url.slice(slash)}`
    },
  }
}

/**
 * Addresses that a player can use (spec §3, playUrl and urlInfoV2): those of the private store for ten minutes and for this session alone.
 * Visitors get them, for everybody, where the lesson `isOpen`; else it throws 401. Ask `checkAccess` before. `https://…` and `/media/…` stay as they are; the latter are left out
 * beside a film of the store, for they are its open part, which course pages show.
 */
export function signAddress(
  ctx: Signer,
  urls: readonly PlayUrl[],
  mode: MediaMode,
  openness: Openness = paid,
): PlayAddress {
  const signer = createSigner(ctx, mode, openness)
  const isPrivate = urls.some(({ url }) => isStored(url))
  const shown = urls
    .filter(({ url }) => !(isPrivate && url.startsWith('/media/')))
    .sort((a, b) => a.sortNum - b.sortNum)
  const urlInfoV2 = shown.map(({ sortNum, name, url }) => ({ sortNum, name, url: signer.sign(url) }))
  return { playUrl: urlInfoV2[0]?.url ?? '', urlInfoV2, expireTime: isPrivate ? signer.expires : null }
}

/** What answers carry while there is nothing to play. */
export const noAddress: { readonly playUrl: null; readonly urlInfoV2: PlayUrl[]; readonly expireTime: null } = {
  playUrl: null,
  urlInfoV2: [],
  expireTime: null,
}

/** Captions of the same film, signed likewise; for a film that repeats they repeat with it. */
export function signCaptions(
  ctx: Signer,
  captions: readonly Caption[],
  mode: MediaMode,
  openness: Openness = paid,
): Caption[] {
  const signer = createSigner(ctx, mode, openness)
  return captions.map(({ language, label, url }) => ({ language, label, url: signer.sign(url) }))
}
