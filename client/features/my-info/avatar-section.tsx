import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { useRead } from '#client/features/common/use-call.ts'
import { Avatar } from '#client/features/session/avatar.tsx'
import { Button } from '#client/ui/button.tsx'
import { lazyDialog } from '#client/ui/lazy-dialog.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { acceptedExtensions, refuseUpload, uploadTexts } from '#shared/rules/upload-rules.ts'
import { userQuery } from '#client/features/session/session-queries.ts'
import { updateUser } from '#client/features/my-info/my-info-queries.ts'
import css from './my-info.module.css'

const CropDialog = lazyDialog(() => import('#client/features/my-info/crop-dialog.tsx').then((m) => m.CropDialog))

/** The learner's picture and the way to another one. */
export function AvatarSection(): ReactNode {
  const { api, env } = useApp()
  const queries = useQueryClient()
  const user = useRead(userQuery)
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const [error, setError] = useState('')
  const id = useId()

  function choose(chosen: File | undefined): void {
    if (!chosen) return
    const refusal = refuseUpload({ name: chosen.name, contentType: chosen.type, size: chosen.size }, 'avatar')
    setError(refusal ?? '')
    setFile(refusal === undefined ? chosen : undefined)
  }

  async function take(headImg: string): Promise<void> {
    try {
      await updateUser(api, { headImg })
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === Code.Fail) toast('修改失败', 'bad')
      throw failure
    }
    await queries.fetchQuery({ ...userQuery(api), staleTime: 0 })
    toast('修改成功')
    setFile(undefined)
  }

  return (
    <section className={css.part} aria-labelledby={id}>
      <h2 className={css.title} id={id}>
        头像
      </h2>
      <div className={css.avatar}>
        <Avatar user={user} size="l" />
        <div className={css.choose}>
          <Button tone="secondary" size="s" aria-describedby={`${id}-hint`} onClick={() => input.current?.click()}>
            更换头像
          </Button>
          <p className="s13 muted" id={`${id}-hint`}>
            支持 {uploadTexts.avatarHint}，大小不超过 1M
          </p>
          {error ? (
            <p className={css.error} role="alert">
              {error}
            </p>
          ) : null}
        </div>
        <input
          ref={input}
          hidden
          type="file"
          aria-label="选择头像"
          accept={acceptedExtensions('avatar')}
          onChange={(event) => {
            choose(event.target.files?.[0])
            // The same file may be chosen again.
            event.target.value = ''
          }}
        />
      </div>
      {file ? (
        <CropDialog styles={env.css['crop-dialog']} file={file} onUploaded={take} onClose={() => setFile(undefined)} />
      ) : null}
    </section>
  )
}
