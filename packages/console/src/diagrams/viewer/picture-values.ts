import type { AnswerOf } from '../../data/api/api-query.ts'

/** A visualization as the service has it. */
export type Vis = AnswerOf<'visualizations', 'get'>
export type VisItem = Vis['items'][number]
export type VisBinding = Vis['bindings'][number]
/** What its bindings show, by their codes. */
export type PictureValues = AnswerOf<'visualizations', 'values'>
export type PictureValue = PictureValues[string]
