import { cat, cloud, flower, leaf, note, star, tree } from './motifs.ts'
import { at } from './random.ts'
import { circle, d, ground, path, ridge, round, type Stage, stroke } from './shapes.ts'

type Sign = (stage: Stage) => string

/** What people choose who don't show their face: one plain thing, readable at thirty pixels and inside a circle. */
const signs: readonly Sign[] = [
  ({ width: w, height: h, unit: u, scheme: c }) => cat(w / 2, h * 0.8, u * 0.56, c.line, 1),
  ({ random, width: w, height: h, unit: u, scheme: c }) =>
    flower(w / 2, h / 2, u * 0.3, random.int(5, 8), c.hot, c.light),
  (stage) =>
    circle(stage.width * 0.62, stage.height * 0.4, stage.unit * 0.16, stage.scheme.hot) +
    path(ridge(stage, stage.height * 0.66, stage.unit * 0.12, 3), stage.scheme.mid),
  ({ width: w, height: h, unit: u, scheme: c }) =>
    circle(w / 2, h / 2, u * 0.28, c.light) + circle(w * 0.6, h * 0.43, u * 0.24, c.ground),
  ({ random, width: w, height: h, unit: u, scheme: c }) =>
    tree(random.pick(['round', 'poplar']), w / 2, h * 0.8, u * 0.58, c.mid, c.line),
  ({ width: w, height: h, unit: u, scheme: c }) => note(w * 0.42, h * 0.7, u * 0.12, c.line, true, true),
  ({ random, width: w, height: h, unit: u, scheme: c }) =>
    leaf(w * 0.3, h * 0.72, u * 0.62, random.int(-60, -40), 0.42, c.mid, c.light),
  ({ width: w, height: h, unit: u, scheme: c }) =>
    circle(w * 0.7, h * 0.32, u * 0.1, c.hot) + cloud(w * 0.24, h * 0.6, u * 0.34, c.light),
  ({ random, width: w, height: h, unit: u, scheme: c }) =>
    path(star(w / 2, h / 2, u * 0.32, random.int(5, 7), 0.45), c.hot),
  ({ width: w, height: h, unit: u, scheme: c }) =>
    path(
      d`M${w * 0.28} ${h * 0.42}h${u * 0.38}v${u * 0.18}a${u * 0.16} ${u * 0.16} 0 0 1 ${-u * 0.16} ${u * 0.16}h${-u * 0.06}a${u * 0.16} ${u * 0.16} 0 0 1 ${-u * 0.16} ${-u * 0.16}z`,
      c.light,
    ) +
    stroke(
      d`M${w * 0.66} ${h * 0.46}h${u * 0.06}a${u * 0.07} ${u * 0.07} 0 0 1 0 ${u * 0.14}h${-u * 0.06}`,
      c.light,
      u * 0.05,
    ) +
    stroke(
      d`M${w * 0.4} ${h * 0.34}q${u * 0.05} ${-u * 0.05} 0 ${-u * 0.1}M${w * 0.52} ${h * 0.34}q${u * 0.05} ${-u * 0.05} 0 ${-u * 0.1}`,
      c.hot,
      u * 0.04,
      round,
    ),
  ({ width: w, height: h, unit: u, scheme: c }) =>
    path(d`M${w * 0.24} ${h * 0.62}h${u * 0.52}l${-u * 0.1} ${u * 0.14}h${-u * 0.32}z`, c.hot) +
    path(
      d`M${w * 0.5} ${h * 0.22}l${u * 0.2} ${u * 0.34}h${-u * 0.2}zM${w * 0.46} ${h * 0.3}v${u * 0.26}h${-u * 0.14}z`,
      c.light,
    ),
  ({ width: w, height: h, unit: u, scheme: c }) =>
    stroke(d`M${w * 0.3} ${h * 0.7}L${w * 0.64} ${h * 0.36}`, c.hot, u * 0.13) +
    path(d`M${w * 0.2} ${h * 0.8}l${u * 0.05} ${-u * 0.15}l${u * 0.1} ${u * 0.1}z`, c.light) +
    stroke(d`M${w * 0.64} ${h * 0.36}l${u * 0.07} ${-u * 0.07}`, c.line, u * 0.13),
]

/** The picture beside a name: a sign by `family`, or where `family` says so a scene of the subject. */
export function avatarPicture(stage: Stage, scene: Sign, family: number): string {
  return family % 4 === 3 ? scene(stage) : ground(stage) + at(signs, family - Math.floor(family / 4))(stage)
}
