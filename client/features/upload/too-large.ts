import { bytesAllowed, canShrink, uploadTypeOf } from '#shared/rules/upload-rules.ts'

/** The bytes of a photo that has to be made smaller before it is taken; undefined when it may go as it is, or nothing helps. */
export function tooLargeOf(file: File): number | undefined {
  const type = uploadTypeOf(file.name)
  return type && canShrink(file.name) && file.size > bytesAllowed(type, 'study') ? file.size : undefined
}

/** A photo as small as it has to be to be taken; undefined when this browser can't show it. */
export async function shrinkToFit(file: File): Promise<File | undefined> {
  const type = uploadTypeOf(file.name)
  const { shrinkPhoto } = await import('#client/features/upload/shrink-photo.ts')
  return type && shrinkPhoto(file, bytesAllowed(type, 'study'))
}
