import type { contract } from '@busbar/cloud/contract'
import type { Answer } from '@busbar/wire'

type Visualizations = (typeof contract)['visualizations']

/** A visualization as the service has it. */
export type Vis = Answer<Visualizations['get']>
export type VisItem = Vis['items'][number]
export type VisBinding = Vis['bindings'][number]
/** Values of bindings by their codes. */
export type PictureValues = Answer<Visualizations['values']>
export type PictureValue = PictureValues[string]
