import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { whyUnsaved } from '#client/features/note/use-note-actions.ts'
import { Button } from '#client/ui/button.tsx'
import { TextArea } from '#client/ui/field.tsx'
import { noteCharacters, noteLength, noteText } from '#shared/rules/note-rules.ts'
import css from './note-editor.module.css'

interface NoteEditorProps {
  label: string
  text: string
  /** What is typed is kept at once: a note that isn't saved isn't lost. */
  onText: (text: string) => void
  onSave: (text: string) => Promise<unknown>
  onDone: () => void
  onCancel: () => void
  /** What leaving it is called, and whether Escape does it: only where nothing gets lost. */
  cancelText: string
  escapes: boolean
}

/** Where a note is written. Ctrl+Enter saves, Escape leaves it for later. */
export function NoteEditor({
  label,
  text,
  onText,
  onSave,
  onDone,
  onCancel,
  cancelText,
  escapes,
}: NoteEditorProps): ReactNode {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const area = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const field = area.current?.querySelector('textarea')
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [])
  const save = async (): Promise<void> => {
    const ready = noteText(text)
    if (busy) return
    if (ready === '') return setError('还没有写内容')
    if (noteCharacters(ready) > noteLength) return setError(`最多 ${noteLength} 字，现在有 ${noteCharacters(ready)} 字`)
    setBusy(true)
    setError(undefined)
    try {
      await onSave(ready)
      onDone()
    } catch (why) {
      setError(whyUnsaved(why))
      area.current?.querySelector('textarea')?.focus()
    } finally {
      setBusy(false)
    }
  }
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void save()
    } else if (event.key === 'Escape' && escapes && !event.nativeEvent.isComposing) {
      event.preventDefault()
      onCancel()
    }
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the field and the buttons in it
    <div ref={area} className={css.editor} onKeyDown={handleKey}>
      <TextArea
        label={label}
        hint={`Ctrl + Enter 保存${escapes ? `，Esc ${cancelText}` : ''}`}
        rows={4}
        value={text}
        error={error}
        onChange={(value) => {
          setError(undefined)
          onText(value)
        }}
      />
      <div className={css.ways}>
        <Button tone="primary" size="s" busy={busy} disabled={busy} onClick={() => void save()}>
          保存
        </Button>
        <Button tone="quiet" size="s" onClick={onCancel}>
          {cancelText}
        </Button>
      </div>
    </div>
  )
}
