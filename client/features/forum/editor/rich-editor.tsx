import { Editor, Extension } from '@tiptap/core'
import type { NodeType } from '@tiptap/pm/model'
import type { Command } from '@tiptap/pm/state'
import { history, redo, undo } from '@tiptap/pm/history'
import { liftListItem, sinkListItem, splitListItem } from '@tiptap/pm/schema-list'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { richNodes, safeLink, saveRichText } from '#client/features/forum/editor/rich-nodes.ts'
import { cleanPaste } from '#client/features/forum/editor/rich-paste.ts'
import { PictureButton } from '#client/features/forum/picture-strip.tsx'
import type { Pictures } from '#client/features/forum/use-pictures.ts'
import css from './rich-editor.module.css'

const Keys = Extension.create({
  name: 'forumKeys',
  addProseMirrorPlugins: () => [history()],
  addKeyboardShortcuts() {
    const item = this.editor.schema.nodes.listItem as NodeType
    const run = (command: Command) => () => command(this.editor.state, this.editor.view.dispatch)
    return {
      Enter: run(splitListItem(item)),
      Tab: run(sinkListItem(item)),
      'Shift-Tab': run(liftListItem(item)),
      'Mod-z': run(undo),
      'Mod-y': run(redo),
      'Shift-Mod-z': run(redo),
    }
  },
})

interface RichEditorProps {
  /** The text at the beginning; what comes later is set by `apply`. */
  initial: string
  pictures: Pictures
  label: string
  invalid?: boolean
  describedBy?: string | undefined
  onChange: (html: string, length: number) => void
  onSend: () => void
  /** Given a way to put another text in the place of what is there. */
  onReady: (apply: (html: string) => void) => void
}

interface Tool {
  text: string
  isOn: (editor: Editor) => boolean
  run: (editor: Editor) => void
}

const tools: readonly Tool[] = [
  {
    text: '小标题',
    isOn: (editor) => editor.isActive('heading'),
    run: (editor) => editor.chain().focus().toggleNode('heading', 'paragraph', { level: 2 }).run(),
  },
  {
    text: '加粗',
    isOn: (editor) => editor.isActive('bold'),
    run: (editor) => editor.chain().focus().toggleMark('bold').run(),
  },
  {
    text: '引用',
    isOn: (editor) => editor.isActive('blockquote'),
    run: (editor) => editor.chain().focus().toggleWrap('blockquote').run(),
  },
  {
    text: '列表',
    isOn: (editor) => editor.isActive('bulletList'),
    run: (editor) => editor.chain().focus().toggleList('bulletList', 'listItem').run(),
  },
  {
    text: '代码',
    isOn: (editor) => editor.isActive('codeBlock'),
    run: (editor) => editor.chain().focus().toggleNode('codeBlock', 'paragraph').run(),
  },
]

function LinkField({ editor, onClose }: { editor: Editor; onClose: () => void }): ReactNode {
  const [href, setHref] = useState(String(editor.getAttributes('link').href ?? 'https://'))
  const [bad, setBad] = useState(false)
  const apply = (): void => {
    const address = href.trim()
    if (address === '' || address === 'https://') editor.chain().focus().extendMarkRange('link').unsetMark('link').run()
    else if (!safeLink(address)) return setBad(true)
    else if (editor.state.selection.empty)
      editor
        .chain()
        .focus()
        .insertContent({ type: 'text', text: address, marks: [{ type: 'link', attrs: { href: address } }] })
        .run()
    else editor.chain().focus().extendMarkRange('link').setMark('link', { href: address }).run()
    onClose()
  }
  return (
    <div className={css.link}>
      <input
        // biome-ignore lint/a11y/noAutofocus: it was asked for by a press on its button
        autoFocus
        className={css.address}
        value={href}
        aria-label="链接地址"
        aria-invalid={bad || undefined}
        onChange={(event) => setHref(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
          if (event.key !== 'Enter') return
          event.preventDefault()
          apply()
        }}
      />
      <button type="button" className={css.tool} onClick={apply}>
        好
      </button>
      <button type="button" className={css.tool} onClick={onClose}>
        不加了
      </button>
      {bad ? (
        <span className={css.bad} role="alert">
          地址要以 https:// 开头
        </span>
      ) : null}
    </div>
  )
}

function Toolbar({ editor, pictures }: { editor: Editor; pictures: Pictures }): ReactNode {
  const [links, setLinks] = useState(false)
  return (
    <>
      <div className={css.toolbar} role="toolbar" aria-label="格式">
        {tools.map(({ text, isOn, run }) => (
          <button key={text} type="button" className={css.tool} aria-pressed={isOn(editor)} onClick={() => run(editor)}>
            {text}
          </button>
        ))}
        <span className={css.gap} />
        <PictureButton pictures={pictures} className={css.tool} />
        <button
          type="button"
          className={css.tool}
          aria-pressed={editor.isActive('link')}
          onClick={() => setLinks(!links)}
        >
          链接
        </button>
        <span className={css.gap} />
        <button type="button" className={css.tool} onClick={() => undo(editor.state, editor.view.dispatch)}>
          撤销
        </button>
      </div>
      {links ? <LinkField editor={editor} onClose={() => setLinks(false)} /> : null}
    </>
  )
}

/** A text with marks, headings, lists and links; everything that the school's texts may have, and nothing else. */
export function RichEditor(props: RichEditorProps): ReactNode {
  const { initial, pictures, label, invalid = false, describedBy } = props
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  latest.current = props
  const first = useRef(initial)
  const [editor, setEditor] = useState<Editor>()
  const [, setTurn] = useState(0)
  useEffect(() => {
    if (!place.current) return
    const made = new Editor({
      element: place.current,
      extensions: [...richNodes, Keys],
      content: first.current,
      injectCSS: false,
      editorProps: {
        attributes: { role: 'textbox', 'aria-multiline': 'true', class: `prose ${css.text ?? ''}` },
        transformPastedHTML: cleanPaste,
        handlePaste: (_view, event) => {
          const files = [...(event.clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
          if (files.length === 0) return false
          latest.current.pictures.add(files)
          return true
        },
        handleDrop: (_view, event) => {
          const files = [...(event.dataTransfer?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
          if (files.length === 0) return false
          event.preventDefault()
          latest.current.pictures.add(files)
          return true
        },
        handleKeyDown: (_view, event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return false
          latest.current.onSend()
          return true
        },
      },
      onUpdate: ({ editor: changed }) =>
        latest.current.onChange(saveRichText(changed.getHTML()), [...changed.getText()].length),
      onTransaction: () => setTurn((turn) => turn + 1),
    })
    setEditor(made)
    latest.current.onReady((html) => made.commands.setContent(html))
    return () => made.destroy()
  }, [])
  useEffect(() => {
    const { dom } = editor?.view ?? {}
    dom?.setAttribute('aria-label', label)
    dom?.setAttribute('aria-invalid', String(invalid))
    if (describedBy) dom?.setAttribute('aria-describedby', describedBy)
    else dom?.removeAttribute('aria-describedby')
  }, [editor, label, invalid, describedBy])
  return (
    <>
      {editor ? <Toolbar editor={editor} pictures={pictures} /> : <div className={css.toolbar} />}
      <div ref={place} className={css.box} />
    </>
  )
}
