/**
 * How often a property is tried: as often as the test says, or a part of that where thousands of
 * mutants wait (`PROPERTY_RUNS_PART=25` tries a twenty-fifth).
 */
export const runs = (count: number): { numRuns: number } => ({
  numRuns: Math.ceil(count / Number(process.env['PROPERTY_RUNS_PART'] ?? 1)),
})
