import { BaseSequencer, type TestSpecification } from "vitest/node";
import { expectedMs } from "./test-timings.ts";

/**
 * Starts the longest files of a project first, so that all workers end at about the same time. The files of a project
 * follow each other, because a worker keeps its process and its modules only for the next file of the same project.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const expected = expectedMs();
    const rows = files.map((file) => ({
      file,
      group: file.project.config.sequence.groupOrder,
      place: this.ctx.projects.indexOf(file.project),
      ms: expected({ project: file.project.name, path: file.moduleId }),
    }));
    rows.sort((a, b) => a.group - b.group || a.place - b.place || b.ms - a.ms);
    return rows.map(({ file }) => file);
  }
}
