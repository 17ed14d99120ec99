import { runBuilder } from '@busbar/ui/builder'
import { build } from './build.ts'

await runBuilder(build)
