/** A recording that is under way. */
export interface VoiceRecording {
  /** Ends it; the file comes by `onDone`. */
  stop: () => void
}

const forms = [
  { mime: 'audio/webm;codecs=opus', type: 'audio/webm', extension: 'weba' },
  { mime: 'audio/mp4', type: 'audio/mp4', extension: 'm4a' },
] as const

/** Why nothing can be recorded, in words. */
export class VoiceError extends Error {}

/** Whether this page may listen at all: pages that were come to without loading it may not. */
export function mayListen(): boolean {
  const policy = (document as { featurePolicy?: { allowsFeature(name: string): boolean } }).featurePolicy
  return policy?.allowsFeature('microphone') ?? true
}

async function listen(): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: true })
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    if (name === 'NotFoundError') throw new VoiceError('没有找到麦克风')
    throw new VoiceError('浏览器没有允许使用麦克风，在地址栏里允许后再试')
  }
}

/** Records what is said, for `mostMs` at most. Throws `VoiceError` when it can't. */
export async function recordVoice(
  { mostMs, name }: { mostMs: number; name: string },
  onDone: (file: File) => void,
): Promise<VoiceRecording> {
  const form =
    typeof MediaRecorder === 'undefined' ? undefined : forms.find(({ mime }) => MediaRecorder.isTypeSupported(mime))
  if (!form) throw new VoiceError('这个浏览器不能录音，换一个浏览器或上传录音文件')
  const stream = await listen()
  const recorder = new MediaRecorder(stream, { mimeType: form.mime, audioBitsPerSecond: 48_000 })
  const pieces: Blob[] = []
  const timer = window.setTimeout(() => recorder.state !== 'inactive' && recorder.stop(), mostMs)
  recorder.ondataavailable = ({ data }) => pieces.push(data)
  recorder.onstop = () => {
    window.clearTimeout(timer)
    for (const track of stream.getTracks()) track.stop()
    onDone(new File(pieces, `${name}.${form.extension}`, { type: form.type }))
  }
  recorder.start()
  return { stop: () => recorder.state !== 'inactive' && recorder.stop() }
}
