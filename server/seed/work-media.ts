import { pictureUrl } from '#shared/rules/picture-rules.ts'
import { composeWorks } from './compose-works.ts'
import type { SeedWork, Subject } from './data/seed-types.ts'
import { works } from './data/works.ts'
import { workSize } from './work-size.ts'

/** All student works; the first `handWorks` stand in the first file. */
export const seedWorks: readonly SeedWork[] = [...works, ...composeWorks()]
export const handWorks = works.length

export function workPictureName(index: number): string {
  return `work-${String(index + 1).padStart(2, '0')}`
}

const clip = { kind: 'video' as const, url: '/media/film/work-clip.mp4', width: 480, height: 270 }
const sound = { kind: 'audio' as const, url: '/media/film/work-sound.mp3' }

/** What a further picture of a work shows. */
const captions: Readonly<Record<Subject, readonly string[]>> = {
  illustration: ['第一张小稿', '换过颜色的一版', '局部', '没有用的构图', '定稿前一晚'],
  design: ['第二稿', '贴在墙上的样子', '小尺寸', '单色的一版', '被否掉的一稿'],
  programming: ['窄屏上的样子', '空着的时候', '草图', '第一版', '出错的时候'],
  video: ['开场', '分镜', '布光', '收工前', '没有剪进去的一格'],
  music: ['内页', '歌词页', '谱稿', '背面', '排练那天'],
  business: ['第一页', '走访记录', '账', '样张', '改掉的一版'],
}

/** How many pictures a work has besides its cover: most none, every fifth of the later ones two to five. */
function furtherPictures(index: number): number {
  return index >= handWorks && index % 5 === 1 ? 2 + (Math.floor(index / 5) % 4) : 0
}

interface Media {
  kind: 'image' | 'video' | 'audio'
  url: string
  thumbnail: string | null
  width: number
  height: number
  caption: string
}

/** What was handed in, in order: a film or a sound first where there is one, the cover, further pictures. */
export function mediaOf(index: number): Media[] {
  const work = seedWorks[index]
  if (!work) return []
  const cover = pictureUrl('work', workPictureName(index))
  const media: Media[] = []
  if (work.category === '短片' && Math.floor(index / 6) % 2 === 0)
    media.push({ ...clip, thumbnail: cover, caption: '片段' })
  if ((work.category === '单曲' || work.category === '专辑小样') && Math.floor(index / 18) % 2 === 0)
    media.push({ ...sound, thumbnail: cover, ...workSize(index), caption: '试听' })
  media.push({
    kind: 'image',
    url: cover,
    thumbnail: null,
    ...workSize(index),
    caption: media.length > 0 ? '封面' : '',
  })
  for (let nth = 1; nth <= furtherPictures(index); nth += 1) {
    const caption = captions[work.subject][(index + nth) % captions[work.subject].length] ?? ''
    media.push({
      kind: 'image',
      url: pictureUrl('work', `${workPictureName(index)}-${nth + 1}`),
      thumbnail: null,
      ...workSize(index + nth),
      caption,
    })
  }
  return media
}

interface WorkPicture {
  name: string
  subject: Subject
  family: number
  size: (width: number) => { width: number; height: number }
}

/** Every picture that `mediaOf` names; works of one subject that follow each other have different compositions. */
export function workPictures(): WorkPicture[] {
  const counts = new Map<Subject, number>()
  return seedWorks.flatMap((work, index) => {
    const nth = (counts.get(work.subject) ?? 0) + 1
    counts.set(work.subject, nth)
    const family = index < handWorks ? index : nth
    const picture = (name: string, step: number): WorkPicture => ({
      name,
      subject: work.subject,
      family: family + step,
      size: (width) => workSize(index + step, width),
    })
    return [
      picture(workPictureName(index), 0),
      ...Array.from({ length: furtherPictures(index) }, (_, step) =>
        picture(`${workPictureName(index)}-${step + 2}`, step + 1),
      ),
    ]
  })
}
