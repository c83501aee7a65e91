import type { Subject } from '../data/seed-types.ts'
import { chartPictures } from './business-charts.ts'
import { placePictures } from './business-places.ts'
import { gridPictures } from './design-grids.ts'
import { objectPictures } from './design-objects.ts'
import { landscapePictures } from './illustration-landscapes.ts'
import { thingPictures } from './illustration-things.ts'
import { instrumentPictures } from './music-instruments.ts'
import { soundPictures } from './music-sound.ts'
import { diagramPictures } from './programming-diagrams.ts'
import { patternPictures } from './programming-patterns.ts'
import type { Composition } from './shapes.ts'
import { editingPictures } from './video-editing.ts'
import { setPictures } from './video-sets.ts'

/** The compositions of each subject; `family` counts through them. */
export const coverPictures: Record<Subject, readonly Composition[]> = {
  illustration: [...landscapePictures, ...thingPictures],
  design: [...gridPictures, ...objectPictures],
  programming: [...diagramPictures, ...patternPictures],
  video: [...setPictures, ...editingPictures],
  music: [...instrumentPictures, ...soundPictures],
  business: [...chartPictures, ...placePictures],
}
