import { setTimeout as sleep } from "node:timers/promises";
import { isDisturbed } from "./foreign-load.ts";
import { figuresOf, measured } from "./measured-round.ts";
import { machine, type Points, type Result } from "./result.ts";
import type {
  Contender,
  Course,
  Measured,
  Options,
  Point,
  Say,
  Statements,
  Survey,
  Workload,
} from "./workload.ts";

const RETRY_PAUSE_MS = 2_000;

/**
 * Runs the rounds of all contenders in turn: ours, the limit, a peer, ours … A round beside other programs is thrown away and
 * repeated; a workload has one repetition for each of its rounds. When they are used up, disturbed rounds count and are marked.
 */
export async function runWorkload(workload: Workload, options: Options, say: Say): Promise<Result> {
  const startedAt = new Date().toISOString();
  const leftOut: string[] = [];
  const leaveOut = (reason: string) => {
    leftOut.push(reason);
    say(`without ${reason}`);
  };
  const opened = await workload.open(options, leaveOut);
  try {
    const ready = await warmUpAll(opened, options, leaveOut);
    const rounds = options.isQuick ? 1 : workload.rounds;
    const repetitions = new Repetitions(options.isQuick ? 0 : rounds);
    for (let round = 1; round <= rounds; round += 1) {
      for (const { contender, measuredRounds } of ready) {
        const one = await repetitions.undisturbed(() =>
          measured(workload.unit, contender.roots(), () => contender.round()),
        );
        measuredRounds.push(one);
        say(`round ${round} of ${contender.name}: ${firstFigure(one)}`);
      }
    }
    return {
      ...about(workload, startedAt),
      thrownAway: repetitions.thrownAway,
      leftOut,
      contenders: ready.map(({ contender: { name, note }, measuredRounds, counted }) => ({
        name,
        ...(note === undefined ? {} : { note }),
        rounds: measuredRounds,
        ...countOf(counted),
      })),
    };
  } finally {
    for (const contender of opened.toReversed()) await contender.close();
  }
}

type Ready = { contender: Contender; counted: Statements | undefined; measuredRounds: Measured[] };

async function warmUpAll(
  contenders: readonly Contender[],
  options: Options,
  leaveOut: Say,
): Promise<Ready[]> {
  const ready: Ready[] = [];
  for (const contender of contenders) {
    try {
      ready.push({ contender, counted: await warmUp(contender, options), measuredRounds: [] });
    } catch (error) {
      if (!contender.isPeer) throw error;
      leaveOut(`${contender.name}: its warm-up failed: ${(error as Error).message}`);
    }
  }
  return ready;
}

/** Statements are counted during the warm-up, because counting them takes time. */
async function warmUp(contender: Contender, options: Options): Promise<Statements | undefined> {
  if (!contender.countStatements) {
    await contender.warmUp();
    return undefined;
  }
  const { round, counted } = await contender.countStatements(() => contender.warmUp(), options);
  const { writtenRows } = counted;
  return {
    statements: counted.statements / round.operations,
    walBytes: counted.walBytes / round.operations,
    ...(writtenRows === undefined ? {} : { writtenRows: writtenRows / round.operations }),
  };
}

/**
 * A course measures each point once, because its quantity only grows; disturbed points are marked. `onPoint` gets the result
 * after each point, so that an interruption loses no point.
 */
export async function runCourse(
  course: Course,
  options: Options,
  { say, onPoint }: { say: Say; onPoint: (result: Points) => void },
): Promise<Points> {
  const head = about(course, new Date().toISOString());
  const points: Point[] = [];
  const result = () => ({ ...head, xName: course.xName, points, conclusions: course.conclude(points) });
  await course.run(options, async (x, roots, work) => {
    const one = await measured(course.unit, roots, work);
    points.push({ x, measured: one });
    say(`${course.xName} ${x.toLocaleString("en")}: ${firstFigure(one)}`);
    onPoint(result());
  });
  return result();
}

export async function runSurvey(survey: Survey, options: Options, say: Say): Promise<Result> {
  const head = about(survey, new Date().toISOString());
  const surveyed = await survey.survey(options, say);
  const contenders = surveyed.map(({ rounds, ...contender }) => ({
    ...contender,
    rounds: rounds.map((round) => ({
      operations: round.operations,
      figures: figuresOf(survey.unit, round),
      foreignCores: 0,
    })),
  }));
  return { ...head, leftOut: [], contenders };
}

const countOf = (counted: Statements | undefined) => (counted ? { counted } : {});

function about({ name, title, text, unit }: Workload | Course | Survey, startedAt: string) {
  return { name, title, text, unit, startedAt, machine: machine() };
}

function firstFigure({ figures, foreignCores }: Measured): string {
  const [name, value] = Object.entries(figures)[0] ?? ["", Number.NaN];
  const disturbed = isDisturbed(foreignCores)
    ? `, beside foreign load of ${foreignCores.toFixed(2)} cores`
    : "";
  return `${name} ${value.toPrecision(4)}${disturbed}`;
}

class Repetitions {
  thrownAway = 0;
  private left: number;

  constructor(left: number) {
    this.left = left;
  }

  async undisturbed(run: () => Promise<Measured>): Promise<Measured> {
    for (;;) {
      const one = await run();
      if (!isDisturbed(one.foreignCores) || this.left === 0) return one;
      this.left -= 1;
      this.thrownAway += 1;
      await sleep(RETRY_PAUSE_MS);
    }
  }
}
