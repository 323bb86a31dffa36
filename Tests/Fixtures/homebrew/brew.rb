# A stand-in for Homebrew that installs one formula, for tests: `ruby brew.rb FORMULA OS ARCH PREFIX`.
#
# It knows of the language of formulae what relctl writes (https://docs.brew.sh/Formula-Cookbook), and refuses the rest.
# OS is macos or linux, ARCH arm64 or x86_64, whatever this machine is: programs are installed, and run only by `test do`.
# What the formula says of itself goes to standard output as JSON, with its parts in their order.

require "digest"
require "fileutils"
require "json"
require "open3"
require "pathname"
require "tmpdir"

FORMULA, SYSTEM, PROCESSOR, PREFIX = ARGV

class Pathname
  def install(*sources)
    sources.flatten.each do |source|
      next source.each { |from, to| move(from, to) } if source.is_a?(Hash)

      move(source, File.basename(source))
    end
  end

  private

  def move(from, to)
    raise "there is no #{from} to install" unless File.exist?(from)

    mkpath
    raise "#{self / to} is there already" if (self / to).exist?

    FileUtils.mv(from, self / to)
  end
end

class Formula
  class << self
    attr_reader :parts, :facts, :depth

    def inherited(formula)
      super
      formula.instance_eval do
        @parts = []
        @facts = { "depends_on" => [] }
        @depth = []
      end
    end

    %w[desc homepage url version sha256 license].each do |part|
      define_method(part) do |value|
        note(part)
        raise "#{part} twice" if facts.key?(part)

        facts[part] = value
      end
    end

    def depends_on(what)
      note("depends_on")
      facts["depends_on"] << what
    end

    { "on_macos" => "macos", "on_linux" => "linux" }.each do |part, system|
      define_method(part) { |&block| within(part, SYSTEM == system, block) }
    end
    { "on_arm" => "arm64", "on_intel" => "x86_64" }.each do |part, processor|
      define_method(part) { |&block| within(part, PROCESSOR == processor, block) }
    end

    def test(&block)
      note("test")
      define_method(:run_test, &block)
    end

    def method_added(name)
      note(name.to_s) if name == :install
    end

    private

    def note(part)
      parts << (depth + [part]).join("/")
    end

    def within(part, applies, block)
      note(part)
      return unless applies

      depth.push(part)
      block.call
      depth.pop
    end
  end

  def version = self.class.facts.fetch("version")
  def name = File.basename(FORMULA, ".rb")
  def prefix = Pathname(PREFIX)
  def bin = prefix / "bin"
  def etc = prefix / "etc"
  def man = prefix / "share/man"
  def pkgshare = prefix / "share" / name
  def bash_completion = etc / "bash_completion.d"
  def zsh_completion = prefix / "share/zsh/site-functions"
  def fish_completion = prefix / "share/fish/vendor_completions.d"
  (1..8).each { |section| define_method("man#{section}") { man / "man#{section}" } }

  def shell_output(command)
    text, status = Open3.capture2(command)
    raise "#{command}: #{status}" unless status.success?

    text
  end

  def assert_match(wanted, text)
    raise "#{text.inspect} does not have #{wanted.inspect}" unless text.match?(Regexp.new(Regexp.escape(wanted)))
  end

  def assert_predicate(object, predicate)
    raise "#{object} is not #{predicate}" unless object.public_send(predicate)
  end
end

# The name by which Homebrew looks for the class of a formula.
def class_name(name)
  words = name.split("@", 2)
  first = words[0].split(/[-_.]/).map { |word| word[0].upcase + word[1..] }.join.gsub("+", "x")
  words.length == 1 ? first : "#{first}AT#{words[1].delete(".")}"
end

def unpack(url, facts)
  archive = File.basename(url)
  FileUtils.cp(url.delete_prefix("file://"), archive)
  found = Digest::SHA256.file(archive).hexdigest
  raise "#{archive} is #{found}, not #{facts["sha256"]}" unless found == facts["sha256"]

  command = archive.end_with?(".zip") ? ["unzip", "-q", archive] : ["tar", "-xf", archive]
  raise "cannot unpack #{archive}" unless system(*command)

  FileUtils.rm(archive)
  inner = Dir.children(".")
  # Homebrew enters the folder that all lies in.
  Dir.chdir(inner[0]) if inner.length == 1 && File.directory?(inner[0])
end

load File.expand_path(FORMULA)
formula = Object.const_get(class_name(File.basename(FORMULA, ".rb")))
facts = formula.facts
raise "formulae require at least a URL" unless facts["url"]

facts["depends_on"].each do |need|
  met =
    case need
    when :macos, :linux then SYSTEM == need.to_s
    when Hash then PROCESSOR == need.fetch(:arch).to_s
    else true
    end
  raise "#{need.inspect} is needed" unless met
end
Dir.mktmpdir do |folder|
  Dir.chdir(folder)
  unpack(facts["url"], facts)
  formula.new.install
  Dir.chdir("/")
end
formula.new.run_test if formula.method_defined?(:run_test)
puts JSON.generate(facts.merge("parts" => formula.parts))
