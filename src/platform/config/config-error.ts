/** One thing that is wrong with one variable; `accepted` says what would be right. */
export interface ConfigProblem {
  readonly name: string
  readonly problem: string
  readonly accepted: string
}

/** Thrown once with everything that is wrong, so that the operator corrects it in one go. */
export class ConfigError extends Error {
  readonly problems: readonly ConfigProblem[]

  constructor(problems: readonly ConfigProblem[]) {
    super(
      [
        'The configuration cannot be used:',
        ...problems.map(
          (configProblem) => `  ${configProblem.name}: ${configProblem.problem} Accepted: ${configProblem.accepted}`,
        ),
      ].join('\n'),
    )
    this.name = 'ConfigError'
    this.problems = problems
  }
}
