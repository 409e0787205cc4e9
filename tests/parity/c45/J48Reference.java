// Grows J48 trees and writes their nodes and predictions as numbers. Argument: a file with one job
// per line: options, training ARFF, test ARFF and output file, separated by tabs.

import java.io.BufferedReader;
import java.io.FileReader;
import java.io.PrintWriter;
import java.lang.reflect.Field;
import weka.classifiers.trees.J48;
import weka.classifiers.trees.j48.C45Split;
import weka.classifiers.trees.j48.ClassifierTree;
import weka.classifiers.trees.j48.Distribution;
import weka.core.Instance;
import weka.core.Instances;
import weka.core.Utils;

public class J48Reference {
  static int nodes;

  public static void main(String[] arguments) throws Exception {
    try (BufferedReader jobs = new BufferedReader(new FileReader(arguments[0]))) {
      for (String job = jobs.readLine(); job != null; job = jobs.readLine()) run(job.split("\t"));
    }
  }

  static void run(String[] job) throws Exception {
    Instances train = read(job[1]);
    J48 tree = new J48();
    tree.setOptions(Utils.splitOptions(job[0]));
    tree.buildClassifier(train);
    Field root = J48.class.getDeclaredField("m_root");
    root.setAccessible(true);
    try (PrintWriter out = new PrintWriter(job[3])) {
      nodes = 0;
      write((ClassifierTree) root.get(tree), -1, -1, out);
      for (Instance row : read(job[2])) {
        out.print("row");
        for (double share : tree.distributionForInstance(row)) out.print(" " + share);
        out.println();
      }
    }
  }

  static Instances read(String path) throws Exception {
    try (FileReader file = new FileReader(path)) {
      Instances rows = new Instances(file);
      rows.setClassIndex(rows.numAttributes() - 1);
      return rows;
    }
  }

  // One line per node, parents first: parent, branch of the parent, attribute (-1 in leaves),
  // threshold, class weights.
  static void write(ClassifierTree node, int parent, int branch, PrintWriter out) {
    int number = nodes++;
    Distribution distribution = node.getLocalModel().distribution();
    out.print("node " + parent + " " + branch);
    if (node.isLeaf()) {
      out.print(" -1 0");
    } else {
      C45Split split = (C45Split) node.getLocalModel();
      out.print(" " + split.attIndex() + " " + split.splitPoint());
    }
    for (int k = 0; k < distribution.numClasses(); k++) out.print(" " + distribution.perClass(k));
    out.println();
    if (node.isLeaf()) return;
    for (int i = 0; i < node.getSons().length; i++) write(node.getSons()[i], number, i, out);
  }
}
