import type { Acts } from '../../kit/acts.ts'
import { play } from '../../kit/play.ts'
import { playScene, type SceneFigures, type SceneOptions } from '../scene.ts'

export interface SceneActs extends Acts {
  play(options: SceneOptions): Promise<SceneFigures>
}

const acts: SceneActs = { play: playScene }
play(acts)
